/// A problem in a marble string, and its position.
public struct MarbleError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The problem, and what to do.
  package let message: String
  /// The string.
  package let text: String
  /// The position of the problem, in characters, counted from 0.
  package let offset: Int
  /// The number of characters concerned.
  package let length: Int

  init(_ message: String, in text: String, at offset: Int, length: Int = 1) {
    self.message = message
    self.text = text
    self.offset = offset
    self.length = max(1, length)
  }

  /// The message, the string in one line, and a caret under the place.
  public var description: String {
    let line = String(text.map { $0.isWhitespace ? " " : $0 })
    let pointer = String(repeating: " ", count: offset) + "^" + String(repeating: "~", count: length - 1)
    return "Marbles, column \(offset + 1): \(message)\n  \(line)\n  \(pointer)"
  }
}
