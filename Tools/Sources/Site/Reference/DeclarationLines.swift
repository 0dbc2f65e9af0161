import Highlighting

extension ReferenceWriter {
  /// Writes a declaration, in colours and with links.
  mutating func declaration(of symbol: Symbol) {
    html.markup("<figure class=\"code declaration\"><pre tabindex=\"0\" data-language=\"swift\"><code>")
    html.markup("<span class=\"line\">")
    for fragment in DeclarationLines.broken(symbol) {
      let type = fragment.kind == .type ? fragment.symbol.flatMap { library[$0] } : nil
      let address = type.flatMap { reference.address(of: $0, from: folder) }
      if let address { html.write("<a href=\"\(address: address)\">") }
      for (index, line) in fragment.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { html.markup("\n</span><span class=\"line\">") }
        html.token(fragment.kind.token, String(line))
      }
      if address != nil { html.markup("</a>") }
    }
    html.markup("</span></code></pre></figure>\n")
  }
}

/// Breaks declarations into lines, and leaves out the parameters that only pass the place of a call.
enum DeclarationLines {
  /// So many characters fit on a line; a longer list of parameters has a line each.
  static let width = 76

  /// The declaration with a line for each parameter, and one for its conditions, where it is long. The style sheet breaks a line
  /// that is longer still.
  static func broken(_ symbol: Symbol) -> [Symbol.Fragment] {
    let fragments = withoutPlace(symbol.declaration).map { fragment in
      fragment.kind == .text ? Symbol.Fragment(kind: .text, text: fragment.text.replacing(" : ", with: ": ")) : fragment
    }
    let condition = fragments.firstIndex { $0.kind == .keyword && $0.text == "where" } ?? fragments.count
    let (head, tail) = (Array(fragments[..<condition]), Array(fragments[condition...]))
    let isLong = length(head) > width
    guard isLong || length(fragments) > width else { return fragments }
    var result = isLong && symbol.hasParameters ? withLines(head) : head
    guard !tail.isEmpty else { return result }
    trimEnd(of: &result)
    result.append(Symbol.Fragment(kind: .text, text: "\n  "))
    return result + tail
  }

  /// Without the parameters whose default is the place of the call, such as `line: UInt = #line`.
  private static func withoutPlace(_ fragments: [Symbol.Fragment]) -> [Symbol.Fragment] {
    var result: [Symbol.Fragment] = []
    var isLeftOut = false
    for (index, fragment) in fragments.enumerated() {
      if fragment.kind == .externalParameter {
        let rest = fragments[(index + 1)...].prefix { $0.kind != .externalParameter }
        isLeftOut = rest.contains { $0.text.utf8.contains(UInt8(ascii: "#")) && $0.text.contains(place) }
      }
      guard isLeftOut else {
        result.append(fragment)
        continue
      }
      guard fragment.kind == .text, let end = fragment.text.firstIndex(where: { $0 == "," || $0 == ")" }) else {
        continue
      }
      isLeftOut = false
      guard fragment.text[end] == ")" else { continue }
      if let last = result.last, last.kind == .text, last.text.hasSuffix(", ") {
        result[result.count - 1].text.removeLast(2)
      }
      result.append(Symbol.Fragment(kind: .text, text: String(fragment.text[end...])))
    }
    return result
  }

  // A literal in a function would be parsed and compiled at each call.
  nonisolated(unsafe) private static let place = /#(file|fileID|filePath|function|line|column|_sourceLocation)\b/

  private static func length(_ fragments: [Symbol.Fragment]) -> Int {
    fragments.reduce(0) { $0 + $1.text.count }
  }

  /// A line for each parameter. The result stays on one line, however long.
  private static func withLines(_ fragments: [Symbol.Fragment]) -> [Symbol.Fragment] {
    var depth = 0
    var (isInList, hasList, isAfterAttribute) = (false, false, false)
    return fragments.map { fragment in
      defer { isAfterAttribute = fragment.kind == .attribute }
      guard fragment.kind == .text else { return fragment }
      var text = ""
      for character in fragment.text {
        let isArrow = character == ">" && text.last == "-"
        if "([<".contains(character) { depth += 1 }
        if ")]>".contains(character), !isArrow { depth -= 1 }
        // Not those of `nonisolated(nonsending)`.
        let isArgument = isAfterAttribute && text.isEmpty
        if character == "(", depth == 1, !hasList, !isArgument {
          (isInList, hasList) = (true, true)
          text += "(\n  "
        } else if character == ")", depth == 0, isInList {
          isInList = false
          text += "\n)"
        } else if character == " ", depth == 1, isInList, text.last == "," {
          text += "\n  "
        } else {
          text.append(character)
        }
      }
      return Symbol.Fragment(kind: .text, text: text)
    }
  }

  private static func trimEnd(of fragments: inout [Symbol.Fragment]) {
    guard let last = fragments.last, last.kind == .text else { return }
    fragments[fragments.count - 1].text = String(last.text.reversed().drop { $0 == " " }.reversed())
  }
}

extension Symbol.Fragment.Kind {
  fileprivate var token: TokenKind {
    switch self {
    case .keyword: .keyword
    case .attribute: .attribute
    case .number: .number
    case .string: .string
    case .type: .type
    case .identifier, .externalParameter: .call
    case .generic, .internalParameter, .text: .plain
    }
  }
}

extension Symbol {
  /// Whether it takes arguments.
  fileprivate var hasParameters: Bool { name.contains("(") && !name.hasSuffix("()") }
}
