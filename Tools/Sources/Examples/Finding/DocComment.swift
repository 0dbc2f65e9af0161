import Markdown

/// Lines of a Swift file that start with `///`, one after the other.
struct DocComment: Equatable {
  /// The line of the file that it starts on.
  var firstLine: Int
  /// The lines without what `stripped` counts.
  var text: String
  /// How many bytes of each line come before the text: indentation, slashes and one blank.
  var stripped: [Int]

  /// The doc comments of `source` that hold a fence.
  static func all(in source: Source) -> [DocComment] {
    var comments: [DocComment] = []
    var open: DocComment?
    func close() {
      if let comment = open, comment.text.contains("```") || comment.text.contains("~~~") { comments.append(comment) }
      open = nil
    }
    for number in 1...max(source.lineCount, 1) {
      let line = source.line(number)
      let slashes = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard slashes.starts(with: Array("///".utf8)), !slashes.starts(with: Array("////".utf8)) else {
        close()
        continue
      }
      var text = slashes.dropFirst(3)
      if text.first == UInt8(ascii: " ") { text = text.dropFirst() }
      if open == nil { open = DocComment(firstLine: number, text: "", stripped: []) }
      open?.text += String(decoding: text, as: UTF8.self) + "\n"
      open?.stripped.append(line.count - text.count)
    }
    close()
    return comments
  }
}
