import Markdown

/// Resolves the links of a page. The site implements it; the renderer writes the results.
protocol LinkResolver {
  /// The address to write for a link or image, or nil to write its text without a link.
  mutating func resolve(_ link: WrittenLink) -> String?
  /// Warns of what is probably a link.
  mutating func warn(of link: WrittenLink, _ message: String, hint: String)
  /// Whether names in code may be links. If not, ``resolve(code:isRequired:)`` is not called.
  var linksCode: Bool { get }
  /// Whether names in code below this heading of a table may be links, if some of its headings are ours.
  func isOurs(heading: String) -> Bool
  /// The address of the symbol named by inline code. If `isRequired` (double backticks), an unknown name is a problem.
  mutating func resolve(code: WrittenLink, isRequired: Bool) -> String?
  /// The symbol that inline code in a list of symbols names; nil where there is none.
  mutating func entry(of code: WrittenLink) -> SymbolEntry?
  /// The symbols that the words of a piece of Swift name, in their order.
  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Article.Heading?) -> [SymbolEntry?]
}

/// A link, an image, or a name in code, as the writer of a document wrote it.
struct WrittenLink: Sendable {
  let address: String
  let isImage: Bool
  /// The place of the link in the source, as exactly as libcmark tells.
  let line: Int
  let column: Int
  let endLine: Int
}

/// A name in Swift.
struct CodeWord: Sendable {
  let text: String
  /// Whether it is written as types are; otherwise it is called.
  let isType: Bool
  /// Whether a dot precedes it.
  let isMember: Bool
}

/// A symbol in a list: its name, its place, and one sentence about it.
struct SymbolEntry: Sendable {
  let name: String
  let address: String
  /// Text in which backticks and asterisks mean what they mean in Markdown.
  let summary: String

  var plainSummary: String { summary.filter { $0 != "`" && $0 != "*" } }
}
