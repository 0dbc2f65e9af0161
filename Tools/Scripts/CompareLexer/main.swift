import Foundation
import SwiftParser
import SwiftSyntax

/// The kind of a byte, which both sides know. Only the highlighter tells types, calls and plain names apart.
enum Part: Character {
  case name = "n"
  case keyword = "k"
  case string = "s"
  case number = "0"
  case comment = "c"
  case attribute = "@"
  case directive = "#"
}

func parts(ofLexer code: [UInt8]) -> [Part] {
  var parts = [Part](repeating: .name, count: code.count)
  code.withUnsafeBufferPointer { buffer in
    SwiftLexer.tokenize(buffer) { kind, range in
      let part: Part =
        switch kind {
        case .plain, .type, .call: .name
        case .keyword: .keyword
        case .attribute: .attribute
        case .directive: .directive
        case .string: .string
        case .number: .number
        case .comment: .comment
        }
      for index in range { parts[index] = part }
    }
  }
  return parts
}

/// The kinds by Swift's parser. An attribute is its `@` and its name; a directive is a `#` and the word after it.
final class Judge: SyntaxVisitor {
  var parts: [Part]
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    parts = Array(repeating: .name, count: bytes.count)
    super.init(viewMode: .sourceAccurate)
  }

  private func mark(_ start: AbsolutePosition, _ count: Int, _ part: Part) {
    for index in start.utf8Offset..<min(start.utf8Offset + count, parts.count) { parts[index] = part }
  }

  private func trivia(_ pieces: Trivia, from start: AbsolutePosition) {
    var position = start
    for piece in pieces {
      let count = piece.sourceLength.utf8Length
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: mark(position, count, .comment)
      // A backslash that joins two lines of a string.
      case .backslashes: mark(position, count, .string)
      default: break
      }
      position = position.advanced(by: count)
    }
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    trivia(token.leadingTrivia, from: token.position)
    trivia(token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia)
    let (start, count) = (token.positionAfterSkippingLeadingTrivia, token.trimmedLength.utf8Length)
    if token.parent(of: VersionTupleSyntax.self) != nil {
      mark(start, count, .number)
      return .skipChildren
    }
    // `nonisolated(nonsending)`: a keyword before a type and a name before a declaration; the lexer says name.
    if token.text == "nonsending", token.tokenKind != .stringSegment("nonsending") { return .skipChildren }
    // The words of `@available` and the labels of `name(in:)` are keywords to the parser alone.
    if token.parent?.is(DeclNameArgumentSyntax.self) == true
      || token.parent?.is(AvailabilityArgumentSyntax.self) == true
      || token.parent?.is(AvailabilityLabeledArgumentSyntax.self) == true
    {
      return .skipChildren
    }
    switch token.tokenKind {
    case .keyword, .wildcard: mark(start, count, .keyword)
    case .stringSegment, .stringQuote, .multilineStringQuote, .singleQuote, .rawStringPoundDelimiter, .regexSlash,
      .regexLiteralPattern, .regexPoundDelimiter:
      mark(start, count, .string)
    case .integerLiteral, .floatLiteral: mark(start, count, .number)
    case .atSign: mark(start, count, .attribute)
    case .pound, .poundIf, .poundElse, .poundElseif, .poundEndif, .poundSourceLocation, .poundAvailable,
      .poundUnavailable:
      mark(start, count, .directive)
    case .leftParen, .rightParen, .backslash:
      // Interpolations: the highlighter gives `\(` and `)` to the string.
      if token.parent?.is(ExpressionSegmentSyntax.self) == true { mark(start, count, .string) }
    default: break
    }
    if let attribute = token.parent(of: AttributeSyntax.self),
      token.positionAfterSkippingLeadingTrivia >= attribute.attributeName.positionAfterSkippingLeadingTrivia,
      token.endPositionBeforeTrailingTrivia <= attribute.attributeName.endPositionBeforeTrailingTrivia,
      attribute.attributeName.as(IdentifierTypeSyntax.self)?.genericArgumentClause == nil
    {
      mark(start, count, .attribute)
    }
    if let macro = token.parent?.as(MacroExpansionExprSyntax.self), macro.macroName == token {
      mark(start, count, .directive)
    }
    if let macro = token.parent?.as(MacroExpansionDeclSyntax.self), macro.macroName == token {
      mark(start, count, .directive)
    }
    return .skipChildren
  }
}

extension TokenSyntax {
  func parent<Node: SyntaxProtocol>(of type: Node.Type) -> Node? {
    var current = parent
    while let node = current {
      if let found = node.as(type) { return found }
      if node.is(CodeBlockItemSyntax.self) || node.is(MemberBlockItemSyntax.self) { return nil }
      current = node.parent
    }
    return nil
  }
}

var mismatches = 0
var lines = 0
for path in CommandLine.arguments.dropFirst() {
  guard let data = FileManager.default.contents(atPath: path) else {
    print("\(path): cannot be read")
    exit(1)
  }
  let code = Array(data)
  let judge = Judge(code)
  judge.walk(Parser.parse(source: String(decoding: code, as: UTF8.self)))
  let ours = parts(ofLexer: code)
  var line = 1
  var start = 0
  var isReported = false
  for index in code.indices {
    if code[index] == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
      isReported = false
    }
    guard !isReported, code[index] > 0x20, ours[index] != judge.parts[index] else { continue }
    isReported = true
    mismatches += 1
    let text = String(decoding: code[start...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    print("\(path):\(line):\(index - start + 1): \(ours[index]), and Swift says \(judge.parts[index]): \(text)")
  }
  lines += line
}
print("\(CommandLine.arguments.count - 1) files, \(lines) lines, \(mismatches) mismatches")
exit(mismatches == 0 ? 0 : 1)
