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
  /// The compiler's own text. Where it shows lines of the generated source, it shows those of the document.
  var text: String
  private let file: String

  var firstError: Message? { messages.first(where: \.isError) }

  /// The names that lines before the first of interest declare, and later ones again; then those of functions between
  /// which the compiler cannot choose.
  private(set) var redeclarations: [Redeclaration] = []
  private(set) var ambiguities: [Redeclaration] = []
  /// The lines before the first of interest that are the cause of errors and warnings: a name is declared there as well, or
  /// the program ends.
  private(set) var earlierCauses: Set<Int> = []
  /// The lines before the first of interest that have errors.
  private(set) var earlierErrors: Set<Int> = []

  /// The messages about the lines of `example` that are its own.
  ///
  /// Warnings that its symbol, or a type around that, is deprecated are left out: the examples of a deprecated declaration
  /// use it. So are those that a comment on their line documents.
  init(_ output: String, of example: Example) {
    self.init(
      output, file: example.file, document: example.document, from: example.firstChecked,
      deprecated: example.symbol?.split(separator: ".") ?? [])
    messages.removeAll { message in
      let line = example.code.first { $0.number == message.line }?.text ?? ""
      // Many warnings have the same single word.
      return !message.isError
        && line.split(separator: "//").dropFirst().contains { comment in
          comment.firstMatch(of: /\bwarning: (\S+ .*\S)/).map { message.text.containsWords($0.1) } ?? false
        }
    }
  }

  /// - Parameters:
  ///   - first: the first line whose messages are of interest.
  ///   - deprecated: the names whose deprecation is of no interest.
  init(_ output: String, file: String, document: Source?, from first: Int = 1, deprecated: [Substring] = []) {
    var lines: [String] = []
    var isInDocument = false
    var isOfInterest = true
    /// The line of the document that the compiler has shown last.
    var shown = 0
    /// The name that the last message says to be declared more than once, and lines that declare it.
    var again: (name: String, lines: [Int]) = ("", [])
    self.file = file
    guard !output.isEmpty else {
      text = ""
      return
    }
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if let header = line.wholeMatch(of: /(.+?):(\d+):(\d+): (error|warning|note|remark): (.*)/) {
        isInDocument = header.1 == file
        let number = Int(header.2) ?? 0
        let name = header.5.prefixMatch(of: /(?:(invalid redeclaration)|ambiguous use) of '([^'(]+)/)
        again = (name.map { String($0.2) } ?? "", name?.1 == nil ? [] : [number])
        isOfInterest = !isInDocument || number >= first
        if !isOfInterest, header.4 == "error" { earlierErrors.insert(number) }
        let old = header.5.prefixMatch(of: /'([^'(]+)(?:\([^']*)?' (?:is|was) deprecated/)?.1
        if let old, deprecated.contains(old) { isOfInterest = false }
        if isOfInterest, isInDocument, header.4 == "error" || header.4 == "warning" {
          messages.append(
            Message(
              line: number, column: Int(header.3) ?? 0, isError: header.4 == "error",
              text: String(header.5)))
        }
      } else if isInDocument, let gutter = line.wholeMatch(of: /( *(\d+) \| ).*/),
        let number = Int(gutter.2)
      {
        shown = number
        let text = document.map { gutter.1 + $0.lineText(number) } ?? line
        if isOfInterest { lines.append(text.trimmingTrailingBlanks()) }
        continue
      }
      if isInDocument, shown < first, line.contains("- note: "), Self.concernsOwnCode(line) {
        earlierCauses.insert(shown)
        redeclarations += again.lines.map { Redeclaration(name: again.name, old: shown, new: $0) }
      }
      if isInDocument, line.contains("- note: found this candidate") {
        ambiguities += again.lines.map { Redeclaration(name: again.name, old: min($0, shown), new: max($0, shown)) }
        again.lines.append(shown)
      }
      if isOfInterest { lines.append(String(line)) }
    }
    while lines.last == "" { lines.removeLast() }
    text = lines.joined(separator: "\n")
  }

  private static func concernsOwnCode(_ note: Substring) -> Bool {
    note.contains("previously declared here") || note.contains("declares conformance to protocol")
      || note.contains("previous definition") || note.contains("never-returning function")
  }

  /// How many messages are shown of an example.
  private static let shown = 3

  /// The compiler's text without the headline of `message`, which is shown above it. Of many messages, it has only the
  /// first.
  func text(under message: Message?) -> String {
    guard let message else { return text }
    let headline =
      "\(file):\(message.line):\(message.column): \(message.isError ? "error" : "warning"): \(message.text)"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if let index = lines.firstIndex(where: { $0 == headline }) { lines.remove(at: index) }
    let messages = lines.joined(separator: "\n").split(separator: "\n\n")
    let rest = messages.count - Diagnostics.shown
    return messages.prefix(Diagnostics.shown).joined(separator: "\n\n") + (rest > 0 ? "\n[and \(rest) more]" : "")
  }
}
