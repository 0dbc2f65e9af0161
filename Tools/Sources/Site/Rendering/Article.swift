import Markdown

/// A document as HTML, with the data that the rest of the site needs.
struct Article: Sendable {
  /// A heading of the page.
  struct Heading: Sendable {
    let level: Int
    let id: String
    /// The heading's text without markup.
    let text: String
    let line: Int
  }

  /// A stretch of the page under one heading.
  struct Section: Sendable {
    /// Nil for text before the first heading.
    var heading: Heading?
    /// The plain text below the heading, for search.
    var text: [UInt8] = []
  }

  /// The article, without the page around it.
  var body: [UInt8] = []
  var sections = [Section()]
  /// Ids that are not headings', of elements in HTML.
  var otherIDs: [String] = []
  /// The first paragraph's text.
  var summary = ""
  /// The problems of the page itself.
  var problems: [Diagnostic] = []

  var headings: [Heading] { sections.compactMap(\.heading) }

  /// The text of the first heading of level 1.
  var title: String? {
    sections.lazy.compactMap(\.heading).first { $0.level == 1 }?.text
  }
}
