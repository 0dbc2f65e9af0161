import Files
import Foundation

/// The text of one file, with its lines found and its encoding checked.
///
/// Lines and columns count from 1; a column counts UTF-8 bytes, as the Swift compiler's do.
/// A line ends with `\n`, `\r\n` or `\r`.
public struct Source: Sendable {
  /// The size of the largest file that is read.
  static let mostBytes = 64 << 20

  /// The path or other name that diagnostics show.
  public let name: String
  /// The UTF-8 text as it is in the file, line ends included.
  public let bytes: [UInt8]
  /// The offset in `bytes` at which each line starts; a byte order mark comes before the first.
  public let lineStarts: [Int]
  /// The number of the first line: 1, but in a part of a file.
  let firstLine: Int
  /// For a part of a file: what comes before each of its lines there.
  private var margins: [ArraySlice<UInt8>] = []

  /// Takes text that is already in memory.
  public init(name: String, text: String) {
    self.init(name: name, validated: Array(text.utf8))
  }

  /// Takes bytes that must be UTF-8.
  ///
  /// - Throws: a `Diagnostic` that names the line and the byte at which the text stops being UTF-8.
  public init(name: String, bytes: [UInt8]) throws(Diagnostic) {
    // Invalid UTF-8 is repaired.
    var text = String(decoding: bytes, as: UTF8.self)
    if !text.withUTF8({ $0.count == bytes.count && ($0.isEmpty || memcmp($0.baseAddress!, bytes, $0.count) == 0) }) {
      var (parser, rest, offset) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
      while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
      let before = Source(name: name, validated: Array(bytes[..<offset]) + [UInt8(ascii: "?")])
      throw Diagnostic(
        file: name, line: before.lineCount, column: offset - before.lineStarts[before.lineCount - 1] + 1,
        message: "not UTF-8: byte 0x\(String(bytes[offset], radix: 16, uppercase: true)) at offset \(offset)",
        hint: "save the file as UTF-8")
    }
    self.init(name: name, validated: bytes)
  }

  /// Reads the file at `path`, which diagnostics name `name`, or `path` when there is no `name`.
  ///
  /// - Throws: a `Diagnostic` when the file cannot be read or is not UTF-8.
  public init(path: String, name: String? = nil) throws(Diagnostic) {
    guard let bytes = FileBytes.read(path, most: Source.mostBytes) else {
      throw Diagnostic(file: name ?? path, message: "cannot be read: \(readingProblem(errno))")
    }
    try self.init(name: name ?? path, bytes: bytes)
  }

  init(name: String, validated bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
    self.lineStarts = Source.findLineStarts(bytes)
  }

  /// The number of the last line; the text after the last line end counts as a line unless it is empty.
  public var lineCount: Int { firstLine - 1 + lineStarts.count }

  /// The bytes of line `number` (from 1), without its line end. Empty when there is no such line.
  public func line(_ number: Int) -> ArraySlice<UInt8> {
    let index = number - firstLine
    guard lineStarts.indices.contains(index) else { return [] }
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[start..<end]
  }

  /// The text of line `number` (from 1), without its line end.
  public func lineText(_ number: Int) -> String {
    String(decoding: line(number), as: UTF8.self)
  }

  /// The lines `rows` as a document of its own. The first is line `first` of the file, and each is a part of its line.
  ///
  /// Lines keep their numbers. What comes before a row on its line is its margin.
  public func part(from first: Int, _ rows: [ArraySlice<UInt8>]) -> Source {
    let text = rows.map { $0 + [UInt8(ascii: "\n")] }.joined()
    var part = Source(name: name, validated: Array(text), firstLine: first)
    part.margins = rows.enumerated().map { index, row in line(first + index)[..<row.startIndex] }
    return part
  }

  /// A part of a file that is not at hand: its lines from line `first` on, each after so many bytes.
  public init(name: String, from first: Int, lines: [(offset: Int, text: String)]) {
    self.init(name: name, validated: Array(lines.map { $0.text + "\n" }.joined().utf8), firstLine: first)
    margins = lines.map { ArraySlice(repeating: UInt8(ascii: " "), count: $0.offset) }
  }

  /// What comes before line `number` in the file that this is a part of; nothing in a whole file.
  public func margin(_ number: Int) -> ArraySlice<UInt8> {
    margins.indices.contains(number - firstLine) ? margins[number - firstLine] : []
  }

  /// Whether `text` stands at the start of `node` without escapes.
  func isWritten(_ text: ArraySlice<UInt8>, at node: Node) -> Bool {
    line(Int(node.startLine)).dropFirst(Int(node.startColumn) - 1).starts(with: text)
  }

  /// How many bytes of indentation and of at most `quotes` quote marks line `number` starts with.
  func prefixLength(ofLine number: Int, quotes: Int) -> Int {
    var remaining = quotes
    let line = line(number)
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: ">") where remaining > 0: remaining -= 1
      default: return index - line.startIndex
      }
      index += 1
    }
    return line.count
  }

  private static func findLineStarts(_ bytes: [UInt8]) -> [Int] {
    // A byte order mark is no text.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var starts = [mark]
    starts.reserveCapacity(bytes.count / 32 + 1)
    bytes.withUnsafeBufferPointer { buffer in
      var index = mark
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
        if byte == UInt8(ascii: "\r"), index < buffer.count, buffer[index] == UInt8(ascii: "\n") { index += 1 }
        if index < buffer.count { starts.append(index) }
      }
    }
    return starts
  }
}

/// One short reason.
private func readingProblem(_ code: Int32) -> String {
  switch code {
  case ENOENT: "there is no such file"
  case EACCES, EPERM: "permission denied"
  case EISDIR: "it is a folder"
  case EFBIG: "it has more than \(Source.mostBytes >> 20) MB"
  default: String(cString: strerror(code))
  }
}
