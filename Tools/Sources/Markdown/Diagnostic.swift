/// One problem in a document: a message, its place, and a hint.
public struct Diagnostic: Error, Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    case warning
  }

  public var severity: Severity
  /// The file as the reader knows it, usually relative to the root of the project.
  public var file: String
  /// The line, from 1; nil when the problem is the file's as a whole.
  public var line: Int?
  /// The column in UTF-8 bytes, from 1.
  public var column: Int?
  /// How many bytes the caret line marks, at least 1.
  public var length: Int
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// The remedy.
  public var hint: String?
  /// The line of the source above the caret; nil if the line is too long to show.
  public var excerpt: String?

  public init(
    severity: Severity = .error, file: String, line: Int? = nil, column: Int? = nil, length: Int = 1,
    message: String, hint: String? = nil, excerpt: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.length = length
    self.message = message
    self.hint = hint
    self.excerpt = excerpt
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: error: message; hint`, on one line.
  public var summary: String {
    var text = file
    if let line { text += ":\(line)" }
    if line != nil, let column { text += ":\(column)" }
    text += ": \(severity.rawValue): \(message)"
    if let hint { text += "; \(hint)" }
    return text
  }

  /// The summary, then the source line with a caret under the place when it is known.
  public var description: String {
    guard let line, let column, let excerpt else { return summary }
    let gutter = String(repeating: " ", count: String(line).count)
    // A tab stays a tab, so that the caret lands under its character whatever the terminal's tab width.
    let indent = excerpt.utf8.prefix(column - 1).reduce(into: "") { text, byte in
      if byte & 0xC0 != 0x80 { text += byte == UInt8(ascii: "\t") ? "\t" : " " }
    }
    let marked = excerpt.utf8.dropFirst(column - 1).prefix(max(length, 1)).count { $0 & 0xC0 != 0x80 }
    let carets = "^" + String(repeating: "~", count: max(marked, 1) - 1)
    return "\(summary)\n\(line) | \(excerpt)\n\(gutter) | \(indent)\(carets)"
  }
}

extension Diagnostic {
  /// A problem at a place in `source`, with the line shown. In a part of a file, it is at the place in the file.
  public init(
    severity: Severity = .error, in source: Source, line: Int, column: Int, length: Int = 1, message: String,
    hint: String? = nil
  ) {
    let (margin, text) = (source.margin(line), source.line(line))
    self.init(
      severity: severity, file: source.name, line: line, column: margin.count + column, length: length,
      message: message, hint: hint, excerpt: text.count > 1000 ? nil : String(decoding: margin + text, as: UTF8.self))
  }
}
