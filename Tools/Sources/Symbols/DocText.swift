/// The Markdown of a doc comment, with the place of each of its lines.
public struct DocText: Sendable, Equatable {
  public struct Line: Sendable, Equatable {
    public var text: String
    /// The line of the file, from 1.
    public var number: Int
    /// The number of bytes before the text on that line.
    public var offset: Int

    public init(text: String, number: Int, offset: Int) {
      self.text = text
      self.number = number
      self.offset = offset
    }
  }

  /// The file that contains it.
  public var file: String
  public var lines: [Line]

  public init(file: String = "", lines: [Line] = []) {
    self.file = file
    self.lines = lines
  }

  public var isEmpty: Bool { lines.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }

  /// The Markdown.
  public var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The first paragraph on one line.
  public var summary: String {
    let first = lines.drop { $0.text.allSatisfy(\.isWhitespace) }.prefix { !$0.text.allSatisfy(\.isWhitespace) }
    return first.map(\.text).joined(separator: " ")
  }
}

/// The parts of a doc comment: the first sentence, the rest, and the fields `- Parameters:`, `- Returns:` and so on.
public struct DocParts: Sendable, Equatable {
  /// One field, such as `Returns`, or one parameter.
  public struct Field: Sendable, Equatable {
    public var name: String
    public var text: DocText
  }

  public private(set) var discussion: DocText
  public private(set) var parameters: [Field] = []
  public private(set) var fields: [Field] = []

  private static let names: [String: String] = Dictionary(
    uniqueKeysWithValues: [
      "Parameters", "Returns", "Throws", "Complexity", "Note", "Warning", "Important", "Tip", "Precondition",
      "Postcondition", "Requires", "Invariant", "Remark", "Attention", "Since", "SeeAlso", "Version", "Author",
      "Experiment", "Bug", "Date", "Copyright",
    ].map { ($0.lowercased(), $0) })

  private struct Item {
    var name: String
    var parameter: String?
    var rest: Substring
    /// The number of bytes of the line before the rest.
    var offset: Int
  }

  public init(_ text: DocText) {
    discussion = DocText(file: text.file)
    var isFence = false
    var isParameterList = false
    var isField = false
    for line in text.lines {
      let trimmed = line.text.drop { $0 == " " }
      let indent = line.text.count - trimmed.count
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") { isFence.toggle() }
      if !isFence, let item = DocParts.item(line.text), item.parameter == nil || indent < 2 || isParameterList,
        indent < 2 || isParameterList
      {
        let first = DocText.Line(text: String(item.rest), number: line.number, offset: line.offset + item.offset)
        if indent >= 2 {
          parameters.append(Field(name: item.name, text: DocText(file: text.file, lines: [first])))
          continue
        }
        if let parameter = item.parameter {
          isParameterList = true
          isField = true
          parameters.append(Field(name: parameter, text: DocText(file: text.file, lines: [first])))
          continue
        }
        if let name = DocParts.names[item.name.lowercased()] {
          isField = true
          isParameterList = name == "Parameters"
          if !isParameterList { fields.append(Field(name: name, text: DocText(file: text.file, lines: [first]))) }
          continue
        }
      }
      if isField, indent == 0, !trimmed.isEmpty, !isFence { isField = false }
      guard isField else {
        isParameterList = false
        discussion.lines.append(line)
        continue
      }
      let cut = min(indent, isParameterList && !parameters.isEmpty && indent >= 4 ? 4 : 2)
      let rest = DocText.Line(
        text: String(line.text.dropFirst(cut)), number: line.number, offset: line.offset + cut)
      if isParameterList {
        if !parameters.isEmpty { parameters[parameters.count - 1].text.lines.append(rest) }
      } else if !fields.isEmpty {
        fields[fields.count - 1].text.lines.append(rest)
      }
    }
  }

  /// `- name: text` or `- Parameter name: text`.
  private static func item(_ line: String) -> Item? {
    guard let match = line.prefixMatch(of: /\s*[-*+]\s+(?:[Pp]arameter\s+)?`?([A-Za-z_]\w*)`?\s*:\s*/) else {
      return nil
    }
    let name = String(match.1)
    let offset = line.utf8.distance(from: line.startIndex, to: match.range.upperBound)
    let isParameter = match.0.firstMatch(of: /[-*+]\s+[Pp]arameter\s/) != nil
    return Item(
      name: name, parameter: isParameter ? name : nil, rest: line[match.range.upperBound...], offset: offset)
  }
}
