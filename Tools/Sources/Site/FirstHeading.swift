import Markdown
import Pages

/// The title of a page, read without reading all of it.
enum FirstHeading {
  /// The text of the first heading of level 1 of `source`, or nil when there is none.
  static func read(_ source: Source) -> String? {
    var fence: UInt8?
    for number in 1...source.lineCount {
      let line = source.line(number)
      if let first = line.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~"),
        line.prefix(while: { $0 == first }).count >= 3
      {
        if fence == first { fence = nil } else if fence == nil { fence = first }
      }
      guard fence == nil, line.starts(with: "# ".utf8) else { continue }
      let text = line.dropFirst(2)
      // Letters, digits and blanks mean themselves; anything else is read as Markdown is.
      if text.allSatisfy(isPlain) {
        return String(decoding: text, as: UTF8.self).split(separator: " ").joined(separator: " ")
      }
      let document = Document(name: "", text: source.lineText(number))
      return Renderer.render(document, resolver: Unlinked()).page.title
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: " ")
  }

  private struct Unlinked: LinkResolver {
    func resolve(_ reference: Reference) -> String? { nil }
  }
}
