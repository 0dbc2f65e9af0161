/// One element of a document's tree. Nodes live in a `Tree` and name each other by index.
public struct Node: Sendable {
  public enum Kind: UInt8, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image
    case table, tableRow, tableCell, strikethrough, footnoteReference, footnoteDefinition
  }

  /// A stretch of the tree's `text`.
  public struct Span: Sendable {
    public var start: Int32 = 0
    public var count: Int32 = 0
    public var isEmpty: Bool { count == 0 }
  }

  public internal(set) var kind: Kind
  /// Code block: written between fences. List: ordered. Text: written as an escape or an entity. Table row: header.
  public internal(set) var isMarked = false
  /// List: tight.
  public internal(set) var isTight = false
  /// Heading: its level. List: the number it starts with. Table cell: its column. Footnote: its number.
  public internal(set) var number: Int32 = 0

  public internal(set) var parent: Int32 = -1
  public internal(set) var firstChild: Int32 = -1
  public internal(set) var lastChild: Int32 = -1
  public internal(set) var next: Int32 = -1

  /// Where the element starts, from 1; 0 when that is not known.
  public internal(set) var startLine: Int32
  public internal(set) var startColumn: Int32
  public internal(set) var endLine: Int32
  public internal(set) var endColumn: Int32

  /// Text, code and HTML: the content. Link and image: the address. Footnote: its label.
  public internal(set) var literal = Span()
  /// Code block: the info string. Link and image: the title.
  public internal(set) var detail = Span()
}
