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
    let own = CodeLine(number: firstLine, text: "\(shadow.double)// \(name)")
    var job = Job(example: self)
    (job.program.earlier, job.program.code) = ([], before.applying(shadow.changes) + [own])
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
  /// What deprecates the declaration. Within one that is deprecated, the compiler does not say what uses it. So where code
  /// in it may use it, it has another name, and a double is deprecated in its place; or the code is made another one.
  let changes: [Edit]
  let double: String

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
    let start = tokens[statement.lowerBound..<index].lastIndex { token in words.contains(where: token.isWord) }
    guard let start, !(isType && tokens[statement.lowerBound].text == "#if") else { return nil }
    outer = isType ? "Line\(redeclaration.old)" : nil
    newName = isType ? "Line\(redeclaration.old).\(name)" : "\(name)_line\(redeclaration.old)"
    let modifiers = tokens[statement.lowerBound..<start].reversed().prefix { token in
      token.text != ";" && (isType || token.line == tokens[start].line)
    }
    let first = start - modifiers.count
    let attribute = "@available(*, deprecated, message: \"\(Self.mark)\") "
    func edit(_ token: SwiftCode.Token, _ size: Int, _ text: String) -> [Edit] {
      [Edit(line: lines[token.line].number, range: token.offset..<(token.offset + size), text: text)]
    }
    let rest = tokens[index..<statement.upperBound]
    let body = rest.firstIndex { $0.depth == 0 && ($0.text == "{" || words.count == 2 && "=,;".contains($0.text)) }
    let head = rest[..<(body ?? index)]
    let isOpaque = zip(head, head.dropFirst()).contains { $0.text.hasSuffix(">") && $1.text == "some" }
    if keyword == "func", body != nil, !isOpaque {
      double = "\(attribute)\(tokens[first..<head.endIndex].text) { Swift.fatalError() } "
    } else if words.count == 2, head.dropFirst().first?.text == ":", ["{", "="].contains(tokens[head.endIndex].text) {
      double = "\(attribute)var \(head.text) { get { Swift.fatalError() } set {} } "
    } else {
      double = ""
      let comma = rest.indices.first { comma in
        let next = rest[comma...].dropFirst(2).first?.text
        return words.count == 2 && rest[comma].depth == 0 && rest[comma].text == "," && ["=", ":"].contains(next)
      }
      let apart = comma.map { edit(tokens[$0], 1, "; \(tokens[start].text)") }
      changes = edit(tokens[first], 0, attribute) + (apart ?? [])
      return
    }
    changes = edit(tokens[index], tokens[index].text.utf8.count, newName)
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
      let before = changes.filter { $0.line == line.number && $0.range.upperBound <= token.offset }
      let moved = before.reduce(0) { $0 + $1.text.utf8.count - $1.range.count }
      let column = line.indentation.utf8.count + token.offset + 1 + moved
      guard isAttribute && outer != nil || places.contains([line.number, column]) || isOwn(index) else { return nil }
      let text = isAttribute ? "@\(newName)" : isShorthand(index) ? "\(name) = \(newName)" : newName
      return Edit(line: line.number, range: token.offset..<(token.offset + token.text.utf8.count), text: text)
    }
    guard let outer, let last = tokens[index...].first(where: { $0.depth == 1 && $0.isWord("}") }) else { return edits }
    edits.append(Edit(line: changes[0].line, range: changes[0].range, text: "enum \(outer) { "))
    for token in tokens[statement.lowerBound..<index] where token.isWord("private") {
      edits.append(Edit(line: lines[token.line].number, range: token.offset..<(token.offset + 7), text: "fileprivate"))
    }
    edits.append(Edit(line: lines[last.line].number, range: last.offset..<last.offset, text: "} "))
    return edits
  }

  /// Whether the name there is the declared one, of which the compiler does not warn: in the declaration, or of a type in a
  /// key path.
  private func isOwn(_ index: Int) -> Bool {
    if outer != nil { return code.code[..<index].last { "\\.".contains($0.text) }?.text == "\\" }
    return index == self.index
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

extension ArraySlice<SwiftCode.Token> {
  /// The code without comments and the blanks of more than one character.
  fileprivate var text: String {
    var text = ""
    for (last, token) in zip([nil] + map(Optional.some), self) {
      let isNext = last.map { $0.lastLine == token.line && $0.offset + $0.text.utf8.count == token.offset } ?? true
      text += (isNext ? "" : " ") + token.text
    }
    return text
  }
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
