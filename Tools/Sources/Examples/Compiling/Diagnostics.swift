import Markdown

/// The compiler's messages about an example.
struct Diagnostics {
  struct Message: Equatable {
    var line: Int
    var column: Int
    var isError: Bool
    var text: String
  }

  /// The errors and warnings in the document itself, in the compiler's order.
  var messages: [Message] = []
  /// The compiler's own text. Where it shows lines of the twin, it shows those of the document.
  var text: String
  private let file: String

  var firstError: Message? { messages.first(where: \.isError) }

  init(_ output: String, file: String, document: Source?) {
    var lines: [String] = []
    var isInDocument = false
    self.file = file
    guard !output.isEmpty else {
      text = ""
      return
    }
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if let header = line.wholeMatch(of: /(.+?):(\d+):(\d+): (error|warning|note|remark): (.*)/) {
        isInDocument = header.1 == file
        if isInDocument, header.4 == "error" || header.4 == "warning" {
          messages.append(
            Message(
              line: Int(header.2) ?? 0, column: Int(header.3) ?? 0, isError: header.4 == "error",
              text: String(header.5)))
        }
      } else if isInDocument, let document, let gutter = line.wholeMatch(of: /( *(\d+) \| ).*/),
        let number = Int(gutter.2)
      {
        lines.append((gutter.1 + document.lineText(number)).trimmingTrailingBlanks())
        continue
      }
      lines.append(String(line))
    }
    while lines.last == "" { lines.removeLast() }
    text = lines.joined(separator: "\n")
  }

  /// The compiler's text without the headline of `message`, for those who have read that already.
  func text(under message: Message?) -> String {
    guard let message else { return text }
    let headline =
      "\(file):\(message.line):\(message.column): \(message.isError ? "error" : "warning"): \(message.text)"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if let index = lines.firstIndex(where: { $0 == headline }) { lines.remove(at: index) }
    return lines.joined(separator: "\n")
  }
}
