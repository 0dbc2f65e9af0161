import Foundation
import Markdown

/// What a site may say about itself in `docs.json` beside its pages. Everything is optional.
public struct Configuration: Codable, Sendable, Equatable {
  /// The name of the site. Default: the first heading of its first page.
  public var title: String?
  /// One sentence for search engines and previews. Default: a page's own first paragraph.
  public var description: String?
  /// Where the site will be, such as `https://example.org/docs/`: for canonical addresses and the sitemap.
  public var address: String?
  /// The web address of the repository, such as `https://example.org/owner/name`: for “edit” and source links.
  public var repository: String?
  /// The branch that “edit” and source links name. Default: `main`.
  public var branch: String?
  /// The language of the text, as HTML names it. Default: `en`.
  public var language: String?
  /// Old addresses and the pages that took their place, such as `"old/page.html": "new/page.md"`.
  public var redirects: [String: String]?

  public init() {}

  /// Reads the file at `path`; a file that is not there says nothing.
  ///
  /// - Throws: a `Diagnostic` when the file is not JSON of this shape.
  static func read(_ path: String) throws(Diagnostic) -> Configuration {
    guard FileManager.default.fileExists(atPath: path) else { return Configuration() }
    let source = try Source(path: path)
    do {
      let known = Set(["title", "description", "address", "repository", "branch", "language", "redirects"])
      let object = try JSONSerialization.jsonObject(with: Data(source.bytes)) as? [String: Any] ?? [:]
      if let unknown = object.keys.sorted().first(where: { !known.contains($0) }) {
        throw Diagnostic(
          file: path, message: "“\(unknown)” is not a setting",
          hint: Spelling.nearest(to: unknown, in: known.sorted()).map { "did you mean “\($0)”?" }
            ?? "the settings are \(known.sorted().joined(separator: ", "))")
      }
      return try JSONDecoder().decode(Configuration.self, from: Data(source.bytes))
    } catch let problem as Diagnostic {
      throw problem
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw Diagnostic(file: path, message: "“\(key)” is not of the right kind", hint: "write text between quotes")
    } catch {
      throw Diagnostic(file: path, message: "this is not valid JSON: \((error as NSError).localizedDescription)")
    }
  }
}
