import Markdown

/// A document as HTML, with the data that the rest of the site needs.
public struct Page: Sendable {
  /// A heading of the page.
  public struct Heading: Sendable {
    public let level: Int
    public let id: String
    /// The heading's text without markup.
    public let text: String
    public let line: Int

    public init(level: Int, id: String, text: String, line: Int) {
      self.level = level
      self.id = id
      self.text = text
      self.line = line
    }
  }

  /// A stretch of the page under one heading, as plain text for search.
  public struct Section: Sendable {
    /// The index of the heading in `headings`; nil for text before the first one.
    public let heading: Int?
    public var text: [UInt8]

    public init(heading: Int?, text: [UInt8]) {
      self.heading = heading
      self.text = text
    }
  }

  /// A picture that an example printed.
  public struct Diagram: Sendable, Equatable {
    /// The line of the fence that closes the example's code.
    public let line: Int
    /// The picture in words; empty when it does not describe itself.
    public let text: String

    public init(line: Int, text: String) {
      self.line = line
      self.text = text
    }
  }

  /// The article, without the page around it.
  public internal(set) var body: [UInt8] = []
  public internal(set) var headings: [Heading] = []
  public internal(set) var sections: [Section] = []
  /// Ids that are not headings', of elements in HTML.
  public internal(set) var otherIDs: [String] = []
  public internal(set) var diagrams: [Diagram] = []
  /// The first paragraph's text.
  public internal(set) var summary = ""
  /// The problems of the page itself.
  public internal(set) var problems: [Diagnostic] = []

  /// A page whose article was not written in Markdown.
  public init(body: [UInt8] = [], headings: [Heading] = [], sections: [Section] = [], summary: String = "") {
    self.body = body
    self.headings = headings
    self.sections = sections
    self.summary = summary
  }

  /// The text of the first heading of level 1.
  public var title: String? {
    headings.first { $0.level == 1 }?.text
  }
}

/// A link or an image in a document, as the writer wrote it.
public struct Reference: Sendable {
  public let address: String
  public let isImage: Bool
  /// The place of the reference in the source, as exactly as libcmark tells.
  public let line: Int
  public let column: Int
  public let endLine: Int

  public init(address: String, isImage: Bool, line: Int, column: Int, endLine: Int) {
    self.address = address
    self.isImage = isImage
    self.line = line
    self.column = column
    self.endLine = endLine
  }
}
