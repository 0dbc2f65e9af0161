/// One element of a document's tree. Nodes live in a `Tree` and name each other by index.
public struct Node: Sendable {
  public enum Kind: UInt8, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image
    case table, tableRow, tableCell

    var isInline: Bool {
      rawValue >= Kind.text.rawValue && rawValue <= Kind.image.rawValue
    }
  }

  /// How a table's column is set.
  public enum Alignment: Sendable {
    case none, left, center, right
  }

  /// The kind of a quote that starts with `[!NOTE]` or a similar mark.
  public enum Admonition: String, Sendable {
    case note, tip, important, warning, caution
  }

  /// A stretch of the tree's `text`.
  public struct Span: Sendable {
    public var start: Int32 = 0
    public var count: Int32 = 0
    public var isEmpty: Bool { count == 0 }
  }

  public internal(set) var kind: Kind
  /// List: whether it is numbered, and the number it starts with, and whether its paragraphs have no space between them.
  public internal(set) var isOrdered = false
  public internal(set) var start: Int32 = 0
  public internal(set) var isTight = false
  /// Item of a list of tasks: whether it is done; nil for other items.
  public internal(set) var isDone: Bool?
  /// Heading: its level, from 1.
  public internal(set) var level: Int32 = 0
  /// Quote: what it is, if that is no quotation.
  public internal(set) var admonition: Admonition?
  /// Row or cell of a table: whether it is of the header.
  public internal(set) var isHeader = false
  /// Cell of a table: how its column is set.
  public internal(set) var alignment = Alignment.none

  public internal(set) var parent: Int32 = -1
  public internal(set) var firstChild: Int32 = -1
  public internal(set) var lastChild: Int32 = -1
  public internal(set) var next: Int32 = -1

  /// Where the element starts, from 1; 0 when that is not known.
  public internal(set) var startLine: Int32
  public internal(set) var startColumn: Int32
  public internal(set) var endLine: Int32
  public internal(set) var endColumn: Int32

  /// Text, code and HTML: the content. Link and image: the address.
  public internal(set) var literal = Span()
  /// Code block: the text behind its opening fence.
  public internal(set) var info = Span()
  /// Link, image and admonition: the title, if one is written.
  public internal(set) var title = Span()
  /// Heading: the id that is written behind it.
  public internal(set) var id = Span()
}
