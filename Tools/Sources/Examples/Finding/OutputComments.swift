import Foundation
import Markdown

/// Output written in the code itself, in comments.
///
/// - A comment that starts with `Prints:` is output: the rest of the line or, if the comment is alone on its line, also
///   the comment lines that follow it. `Prints two lines:` starts the same.
/// - `Prints "text"` is output, without the quotes and a period after them. The text may go on in the comment lines that
///   follow, up to the closing quote. With three quotes, it is on the comment lines between them.
/// - A comment beside code that prints is output as it is, unless it starts with `Note:`: behind the code on its line, or
///   alone on the lines after it if no code follows directly.
///
/// All such comments of an example, read from top to bottom, are its output.
struct OutputComments {
  private(set) var output: ExpectedOutput?
  /// Comments that are almost one of these.
  private(set) var nearMisses: [CodeProblem] = []
  /// How many comments beside code that prints say that they are none.
  private(set) var noteCount = 0
  /// All other comments: bare ones behind calls, which may print them.
  private(set) var others: [ExpectedOutput.Line] = []
  private let lines: [CodeLine]

  init(_ lines: [CodeLine]) {
    self.lines = lines
    guard lines.contains(where: { $0.text.mentions("//") || $0.text.mentions("/*") }) else { return }
    let code = SwiftCode(lines)
    let blocks = OutputComments.blocks(of: code, in: lines)
    func mayRefer(_ block: Block) -> Bool {
      block.isAlone && block.isFollowed && block.comments.count == 1 && !code.prints(before: block.comments[0])
    }
    let numbers = blocks.filter(mayRefer).compactMap { Int(Self.text(of: $0.comments[0]).trimmingBlanks()) }
    for block in blocks {
      let rest = readMarked(block)
      if !rest.comments.isEmpty, !rest.comments.contains(where: { lines[$0.line].isHidden }) {
        // Numbers alone above code that do not follow a print, from 1 on, are references to it.
        readUnmarked(rest, code, isReference: mayRefer(block) && numbers == Array(1..<numbers.count + 1))
      }
    }
  }

  private mutating func add(_ more: [ExpectedOutput.Line]) {
    output = ExpectedOutput(lines: (output?.lines ?? []) + more)
  }

  private func line(
    _ token: SwiftCode.Token, _ text: String, _ notation: ExpectedOutput.Notation = .plain
  ) -> ExpectedOutput.Line {
    ExpectedOutput.Line(number: lines[token.line].number, text: text, notation: notation)
  }

  /// Comments without code between them: one behind code, or some alone on consecutive lines.
  private struct Block {
    var comments: [SwiftCode.Token]
    var isAlone: Bool
    /// Whether code follows on the next line.
    var isFollowed = false
  }

  private static func blocks(of code: SwiftCode, in lines: [CodeLine]) -> [Block] {
    var blocks: [Block] = []
    var occupied = -1
    /// Whether a line is directly below a comment, for readers too.
    func isNext(_ token: SwiftCode.Token, to comment: SwiftCode.Token?) -> Bool {
      comment.map { $0.lastLine == token.line - 1 && lines[$0.line].isHidden == lines[token.line].isHidden } ?? false
    }
    for (index, token) in code.tokens.enumerated() {
      let last = token.lastLine
      defer { occupied = last }
      guard token.isComment, !code.isDocumentation(token) else {
        if isNext(token, to: blocks.last?.comments.last) { blocks[blocks.count - 1].isFollowed = true }
        continue
      }
      let isAlone = occupied < token.line
      let next = index + 1 < code.tokens.count ? code.tokens[index + 1] : nil
      // A comment within a line says something of the code around it.
      if next?.line == last, next?.isComment == false { continue }
      if isAlone, blocks.last?.isAlone == true, isNext(token, to: blocks.last?.comments.last) {
        blocks[blocks.count - 1].comments.append(token)
      } else {
        blocks.append(Block(comments: [token], isAlone: isAlone))
      }
    }
    return blocks
  }

  /// Reads the comments that start with `Prints`, each with those that belong to it. Returns the others: they are beside no
  /// code that prints, if there is one of these.
  private mutating func readMarked(_ block: Block) -> Block {
    var others = block
    others.comments = []
    var comments = block.comments[...]
    while let token = comments.popFirst() {
      switch Marker(token, isAlone: block.isAlone) {
      case .none:
        others.comments.append(token)
        continue
      case .plain(let rest):
        add(rest.isEmpty && block.isAlone ? [] : [line(token, rest)])
        while block.isAlone, let next = comments.first, Marker(next, isAlone: true) == .none {
          add([line(next, Self.text(of: next).trimmingTrailingBlanks())])
          comments.removeFirst()
        }
      case .quoted(let start):
        let isBlock = start == "\"\""
        var (content, isClosed) = isBlock ? ("", false) : Self.closing(start)
        var quotation = isBlock ? [] : [line(token, content, .quoted)]
        while !isClosed, let next = comments.popFirst() {
          let text = Self.text(of: next)
          (content, isClosed) =
            isBlock ? (text.trimmingTrailingBlanks(), text.trimmingBlanks() == "\"\"\"") : Self.closing(text)
          if !isBlock || !isClosed { quotation.append(line(next, content, isBlock ? .plain : .quoted)) }
        }
        if isClosed {
          add(quotation)
        } else {
          missed(token, "this quotation does not end with its line, or with a period")
        }
      }
      others.isFollowed = true
    }
    return others
  }

  private mutating func readUnmarked(_ block: Block, _ code: SwiftCode, isReference: Bool) {
    let texts = OutputComments.aligned(block.comments.map { OutputComments.text(of: $0).trimmingTrailingBlanks() })
    func isPrinted(_ text: String) -> Bool { code.writesStart(of: text, beside: block.comments[0]) }
    /// Whether the comment is for a linter, an editor or its author, and not printed.
    func isForTools(_ text: String) -> Bool {
      Marker.forTools.contains { text.hasPrefix($0) && !isPrinted($0) }
    }
    if let near = zip(block.comments, texts).first(where: { Marker.isNear($1) && !isPrinted($1) }), code.mayPrint {
      let text = near.1.trimmingCharacters(in: .whitespacesAndNewlines).prefix { !$0.isNewline }
      return missed(near.0, "'\(text)' is almost output, and is not compared")
    }
    if texts.allSatisfy(isForTools) { return }
    let isBeside =
      block.isAlone
      ? !block.isFollowed && code.prints(before: block.comments[0]) : code.prints(onLineOf: block.comments[0])
    if texts[0].lowercased().hasPrefix("note:"), !isPrinted("Note:") { return noteCount += isBeside ? 1 : 0 }
    // A function of the example may print what announces an error elsewhere.
    let isOutput =
      isBeside
      && !texts.contains { text in
        func announcesError(isBehind: Bool) -> Bool { ExpectedError.isCertain(in: text, isBehind: isBehind) != nil }
        if ExpectedError.isShort(text, block.comments[0], code), !isPrinted(text) { return true }
        guard announcesError(isBehind: !block.isAlone), !isPrinted(text) else { return false }
        // Nor does a sign that the example writes.
        let sign = text.unicodeScalars.first
        return announcesError(isBehind: false)
          || !code.code.contains { $0.kind == .string && $0.text.unicodeScalars.contains { $0 == sign } }
      }
    let mayBePrinted = isOutput || !block.isAlone && code.calls(onLineOf: block.comments[0])
    let read = zip(block.comments, texts).compactMap { comment, text in
      isForTools(text) ? nil : line(comment, text, mayBePrinted ? .bare : .plain)
    }
    guard isOutput else { return others += read.filter { !isReference || !$0.text.allSatisfy(\.isNumber) } }
    if let long = read.firstIndex(where: { $0.text.contains(where: \.isNewline) }) {
      return missed(block.comments[long], "a comment of several lines is not compared")
    }
    add(read)
  }

  private mutating func missed(_ token: SwiftCode.Token, _ message: String) {
    nearMisses.append(
      CodeProblem(
        token: token, message: message, hint: "write '// Prints: ' and the output, or '// Note: ' if it is none"))
  }

  /// `texts` without the blanks at the start that all of them have.
  private static func aligned(_ texts: [String]) -> [String] {
    let blanks = texts.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    return texts.map { String($0.dropFirst(blanks)) }
  }

  /// The text of a comment, without the blank at its start.
  static func text(of token: SwiftCode.Token) -> Substring {
    guard token.text.hasPrefix("//") else {
      return token.text.dropFirst(2).dropLast(token.text.hasSuffix("*/") ? 2 : 0)
    }
    let text = token.text.dropFirst(token.text.hasPrefix("///") ? 3 : 2)
    return text.hasPrefix(" ") ? text.dropFirst() : text
  }

  /// The text up to a quote at its end, and whether there is one. A period may follow it.
  private static func closing(_ text: some StringProtocol) -> (String, isClosed: Bool) {
    let text = text.trimmingTrailingBlanks()
    for end in ["\"", "\"."] where text.hasSuffix(end) {
      return (String(text.dropLast(end == "\"." ? 2 : 1)), true)
    }
    return (text, false)
  }
}

/// The start of a comment that makes it output.
private enum Marker: Equatable {
  case plain(String), quoted(String), none

  init(_ comment: SwiftCode.Token, isAlone: Bool) {
    let text = OutputComments.text(of: comment).trimmingBlanks()
    if text.hasPrefix("Prints:"), comment.text.hasPrefix("//") {
      self = .plain(text.dropFirst(7).trimmingBlanks())
    } else if text.hasPrefix("Prints \"") {
      self = .quoted(String(text.dropFirst(8)))
    } else if isAlone, text.hasPrefix("Prints "), text.hasSuffix(":"), comment.text.hasPrefix("//") {
      self = .plain("")
    } else {
      self = .none
    }
  }

  /// Whether the comment was probably meant as one: `prints: 2`, `**Prints:** 2`, `Prints “2”`, `Prints 2`,
  /// `Expected output: 2`.
  static func isNear(_ text: String) -> Bool {
    let folded = text.precomposedStringWithCompatibilityMapping.lowercased()
    let parts = text.split { " .,".contains($0) }
    if parts.count > 1, ["prints", "outputs"].contains(parts[0].lowercased()) {
      let (start, isAll) = (parts[1].first, parts.count == 2)
      // `JSON` and such are no values.
      let isName = start?.isUppercase == true && !parts[1].allSatisfy(\.isUppercase)
      if isAll, isName && text.last != "." || ["true", "false", "nil"].contains(parts[1]) { return true }
      if start == "[" || isName && parts[1].contains("(") { return true }
    }
    let words = folded.drop { !$0.isLetter }
    let name = words.prefix { $0.isLetter || $0 == " " }.trimmingBlanks()
    let rest = words.dropFirst(name.count).drop { $0 == "*" || $0 == " " }
    guard let last = name.split(separator: " ").last, name.split(separator: " ").count <= 2,
      ["prints", "print", "printed", "output", "outputs"].contains(last), let next = rest.first
    else { return false }
    if next == ":" { return true }
    if rest.contains(where: \.isNumber), rest.allSatisfy({ "-.,".contains($0) || $0.isNumber }) { return true }
    let value = rest.drop { $0 == "." || $0 == "," }
    return "\"“'`«".contains(next) && value.last.map { "\"”'`».".contains($0) } ?? false
  }

  /// The start of comments for a linter, an editor or the author.
  static let forTools = ["swiftlint:", "swift-format-ignore", "swiftformat:", "MARK:", "TODO:", "FIXME:"]
}

extension StringProtocol {
  /// Without the blanks at both ends.
  func trimmingBlanks() -> String {
    String(drop { $0 == " " || $0 == "\t" }).trimmingTrailingBlanks()
  }

  /// Without the blanks at the end.
  func trimmingTrailingBlanks() -> String {
    var rest = self[...]
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest = rest.dropLast() }
    return String(rest)
  }
}
