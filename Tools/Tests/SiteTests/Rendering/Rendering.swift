import Markdown
@testable import Site

/// Links as they are written.
struct PlainLinks: LinkResolver {
  func resolve(_ link: WrittenLink) -> String? { link.address }
}

/// The article that `markdown` makes.
func rendered(_ markdown: String) -> String {
  let page = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks()).article
  return String(decoding: page.body, as: UTF8.self)
}

/// Without a reference, code has no links.
extension LinkResolver {
  mutating func warn(of link: WrittenLink, _ message: String, hint: String) {}
  var linksCode: Bool { false }
  func isOurs(heading: String) -> Bool { false }
  mutating func resolve(code: WrittenLink, isRequired: Bool) -> String? { nil }
  mutating func entry(of code: WrittenLink) -> SymbolEntry? { nil }
  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Article.Heading?) -> [SymbolEntry?] {
    words.map { _ in nil }
  }
}

extension SavedResults {
  /// The results of a check that found every example of `document` right.
  static func allRight(
    _ document: Document, explanation: String? = nil, diagrams: [String]? = nil
  ) -> SavedResults {
    var results = SavedResults()
    results.swiftVersion = "6.3.1"
    results.documents[document.source.name] = ExampleFences(document).digests.map { digest in
      var entry = Entry(digest, verdict: "passed")
      (entry.explanation, entry.diagrams) = (explanation, diagrams)
      return entry
    }
    return results
  }
}
