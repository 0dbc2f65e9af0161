import Markdown

/// A name that earlier fences declare on the line `old`, and a later one again on the line `new`.
struct Redeclaration: Hashable {
  var name: String
  var old: Int
  var new: Int
}

extension Example {
  /// Gives the earlier declaration another name, in all code before the fence that declares its name again, so that the new
  /// one shadows it. The compiler says what uses it: it warns of what is deprecated.
  ///
  /// - Parameter looksAhead: whether declarations in fences between the two mean the later one, if it is a type.
  /// - Returns: the code of earlier fences; nil where the name cannot be another: an operator's, or a member's.
  func shadowing(
    _ redeclaration: Redeclaration, looksAhead: Bool, _ probe: BuiltProbe
  ) async throws -> [CodeLine]? {
    let end = (fences + [firstLine]).last { $0 <= redeclaration.new } ?? firstLine
    let before = earlier.filter { $0.number < end }
    guard let shadow = Shadow(redeclaration, in: before) else { return nil }
    // With a comment that makes it another program than that of other examples, which may be compiled at the same time.
    let own = CodeLine(number: firstLine, text: "// \(name)")
    var job = Job(example: self)
    (job.program.earlier, job.program.code) = ([], before.applying([shadow.attribute]) + [own])
    try await job.compile(job.program, probe)
    let messages = Diagnostics(job.messages, file: file, document: nil).messages
    let next = looksAhead ? fences.first { $0 > redeclaration.old } ?? end : end
    return earlier.applying(shadow.edits(messages.filter { $0.text.contains(Shadow.mark) }, aheadFrom: next))
  }
}

/// The earlier declaration of a name that is declared again.
private struct Shadow {
  static let mark = "docs:shadowed"

  private let lines: [CodeLine]
  private let code: SwiftCode
  private let name: String
  /// The place of the name in the declaration, and the tokens of its statement.
  private let index: Int
  private let statement: Range<Int>
  /// A type gets the same name in another type, since values are printed with the last part of it.
  private let newName: String
  private let outer: String?
  /// What deprecates the declaration.
  let attribute: Edit

  init?(_ redeclaration: Redeclaration, in lines: [CodeLine]) {
    (self.lines, code, name) = (lines, SwiftCode(lines), redeclaration.name)
    let (tokens, name) = (code.code, name)
    let index = tokens.indices.first { index in
      lines[tokens[index].line].number == redeclaration.old && tokens[index].isNamed(name)
    }
    guard let index, index > 0, tokens[index].braces == 0,
      let statement = code.statements.first(where: { $0.contains(index) })
    else { return nil }
    (self.index, self.statement) = (index, statement)
    let keyword = tokens[index - 1].text
    let isType = ["struct", "class", "enum", "actor", "protocol"].contains(keyword)
    let words = isType || ["func", "typealias"].contains(keyword) ? [keyword] : ["let", "var"]
    let start = tokens[statement.lowerBound..<index].last { token in words.contains(where: token.isWord) }
    guard let start, !(isType && tokens[statement.lowerBound].text == "#if") else { return nil }
    outer = isType ? "Line\(redeclaration.old)" : nil
    newName = isType ? "Line\(redeclaration.old).\(name)" : "\(name)_line\(redeclaration.old)"
    let others = tokens[statement].prefix { $0 != start }
    let first = others.reversed().prefix { $0.text != ";" && (isType || $0.line == start.line) }.last ?? start
    attribute = Edit(
      line: lines[first.line].number, range: first.offset..<first.offset,
      text: "@available(*, deprecated, message: \"\(Self.mark)\") ")
  }

  /// The edits for the new name, where `uses` are the compiler's messages about the code with the attribute. Declarations
  /// from line `next` on keep the name of a type.
  func edits(_ uses: [Diagnostics.Message], aheadFrom next: Int) -> [Edit] {
    let places = Set(uses.map { [$0.line, $0.column] })
    let tokens = code.code
    var edits = tokens.indices.compactMap { index -> Edit? in
      let (token, line) = (tokens[index], lines[tokens[index].line])
      let isAttribute = token.text == "@\(name)"
      guard isAttribute || token.isNamed(name), !(outer != nil && line.number >= next && isInDeclaration(index)) else {
        return nil
      }
      let isMoved = line.number == attribute.line && token.offset >= attribute.range.lowerBound
      let column = line.indentation.utf8.count + token.offset + 1 + (isMoved ? attribute.text.utf8.count : 0)
      guard isAttribute && outer != nil || places.contains([line.number, column]) || isOwn(index) else { return nil }
      let text = isAttribute ? "@\(newName)" : isShorthand(index) ? "\(name) = \(newName)" : newName
      return Edit(line: line.number, range: token.offset..<(token.offset + token.text.utf8.count), text: text)
    }
    guard let outer, let last = tokens[index...].first(where: { $0.depth == 1 && $0.isWord("}") }) else { return edits }
    edits.append(Edit(line: attribute.line, range: attribute.range, text: "enum \(outer) { "))
    for token in tokens[statement.lowerBound..<index] where token.isWord("private") {
      edits.append(Edit(line: lines[token.line].number, range: token.offset..<(token.offset + 7), text: "fileprivate"))
    }
    edits.append(Edit(line: lines[last.line].number, range: last.offset..<last.offset, text: "} "))
    return edits
  }

  /// Whether the name there is the declared one, of which the compiler does not warn: in the declaration, or of a type in a
  /// key path.
  private func isOwn(_ index: Int) -> Bool {
    let (last, next) = (code.code.prefix(index).last?.text, code.code.dropFirst(index + 1).first?.text)
    if outer != nil { return code.code[..<index].last { "\\.".contains($0.text) }?.text == "\\" }
    if index == self.index { return true }
    guard statement.contains(index), last != ".", next != ":" || last == "?", !isBoundAgain else { return false }
    // A parameter of a function may have the name as its label.
    return code.code[self.index - 1].text != "func" || code.code[self.index..<index].contains { $0.text == "{" }
  }

  /// Whether its statement gives the name to something else, too: a parameter or a variable. A function may also call
  /// another one of its name.
  private var isBoundAgain: Bool {
    let tokens = code.code
    return tokens.indices.contains { other in
      guard other > 0, other != index, tokens[other].isNamed(name) else { return false }
      let last = tokens[other - 1].text
      guard statement.contains(other) else { return last == "func" && tokens[other].braces == 0 }
      let isInHead = tokens[index - 1].text == "func" && !tokens[index..<other].contains { $0.text == "{" }
      // The signature of a closure, or of a loop, has only names, types and marks before `in`.
      let next = tokens[(other + 1)...].first { ![.plain, .type].contains($0.kind) || "{}=;".contains($0.text) }
      return ["let", "var", "func"].contains(last) || next?.text == "in"
        || isInHead && tokens.dropFirst(other + 1).first?.text == ":"
    }
  }

  private func isInDeclaration(_ index: Int) -> Bool {
    code.statements.first { $0.contains(index) }.map { code.code[$0].isDeclaration } ?? false
  }

  /// Whether a variable of the same name gets its value: `if let name`, `{ [name] in`.
  private func isShorthand(_ index: Int) -> Bool {
    let (tokens, token) = (code.code, code.code[index])
    guard index > 0, index != self.index else { return false }
    if ["let", "var"].contains(tokens[index - 1].text) { return true }
    let open = tokens[..<index].lastIndex { $0.text == "[" && $0.depth == token.depth - 1 }
    let close = tokens[index...].firstIndex { $0.text == "]" && $0.depth == token.depth }
    guard let open, open > 0, tokens[open - 1].text == "{", let close, close + 1 < tokens.count,
      ["]", ","].contains(tokens[index + 1].text), tokens[index - 1].text != "="
    else { return false }
    let next = tokens[close + 1]
    return next.line == tokens[close].line && (next.text == "(" || next.text.first?.isLetter ?? false)
  }
}

extension SwiftCode.Token {
  fileprivate func isNamed(_ name: String) -> Bool { kind != .string && text.trimming("`") == name }
}

/// Other text for a part of a line.
private struct Edit {
  var line: Int
  var range: Range<Int>
  var text: String
}

extension [CodeLine] {
  fileprivate func applying(_ edits: [Edit]) -> [CodeLine] {
    let edits = Dictionary(grouping: edits, by: \.line)
    return map { line in
      var line = line
      for edit in (edits[line.number] ?? []).sorted(by: { $0.range.upperBound > $1.range.upperBound }) {
        var bytes = [UInt8](line.text.utf8)
        bytes.replaceSubrange(edit.range, with: edit.text.utf8)
        line.text = String(decoding: bytes, as: UTF8.self)
      }
      return line
    }
  }
}
