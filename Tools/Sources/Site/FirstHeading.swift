import Markdown
import Pages

/// The title of a page, read without reading all of it.
enum FirstHeading {
  /// The text of the first heading of level 1 in the file at `path`, or nil when there is none.
  static func read(_ path: String) throws(Diagnostic) -> String? {
    let source = try Source(path: path)
    var fence: UInt8?
    for number in 1...source.lineCount {
      let line = source.line(number)
      if let first = line.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~"),
        line.prefix(while: { $0 == first }).count >= 3
      {
        if fence == first { fence = nil } else if fence == nil { fence = first }
      }
      guard fence == nil, line.starts(with: "# ".utf8) else { continue }
      let document = Document(name: "", text: source.lineText(number))
      return Renderer.render(document, resolver: Unlinked()).page.title
    }
    return nil
  }

  private struct Unlinked: LinkResolver {
    func resolve(_ reference: Reference) -> String? { nil }
  }
}
