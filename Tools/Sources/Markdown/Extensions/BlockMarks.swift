/// Marks that say what a block is, in its own text: `> [!NOTE]`, `- [x]`, `## Title {#id}`.
extension Tree {
  /// Marks quotes whose first line is `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`, and
  /// removes that line from the text. The text beside the kind is the admonition's title.
  mutating func findAdmonitions(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .blockQuote {
      guard let first = leadingText(of: index), case let content = bytes(nodes[first].literal),
        content.starts(with: "[!".utf8), source.isWritten(content.prefix(2), at: nodes[first]),
        let close = content.firstIndex(of: UInt8(ascii: "]"))
      else { continue }
      let (paragraph, after) = (nodes[first].parent, nodes[first].next)
      guard after < 0 || nodes[Int(after)].kind == .softBreak else { continue }

      let label = content[(content.startIndex + 2)..<close]
      let word = label.prefix { $0 != UInt8(ascii: " ") }
      let name = String(decoding: word, as: UTF8.self).lowercased()
      guard let kind = Node.Admonition(rawValue: name) else { continue }
      let inside = label.dropFirst(word.count).drop { $0 == UInt8(ascii: " ") }
      let beside = content[(close + 1)...].drop { $0 == UInt8(ascii: " ") }
      let title = inside.isEmpty ? beside : inside

      nodes[index].admonition = kind
      nodes[index].title = Node.Span(start: Int32(title.startIndex), count: Int32(title.count))
      let rest = after < 0 ? -1 : nodes[Int(after)].next
      if rest < 0 {
        nodes[index].firstChild = nodes[Int(paragraph)].next
        if nodes[index].firstChild < 0 { nodes[index].lastChild = -1 }
      } else {
        nodes[Int(paragraph)].firstChild = rest
      }
    }
  }

  /// Marks list items that start with `[ ]` or `[x]` as tasks, and takes the brackets out of the text.
  mutating func findTasks(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .item {
      guard let first = leadingText(of: index), case let box = bytes(nodes[first].literal).prefix(4),
        box.first == UInt8(ascii: "["), source.isWritten(box, at: nodes[first]),
        ["[ ] ", "[x] ", "[X] ", "[ ]\t", "[x]\t", "[X]\t"].contains(String(decoding: box, as: UTF8.self))
      else { continue }
      nodes[index].isDone = !box.starts(with: "[ ]".utf8)
      nodes[first] = piece(of: nodes[first], from: 4, count: Int(nodes[first].literal.count) - 4)
    }
  }

  /// Takes `{#id}` off the end of headings and keeps the id as the heading's.
  mutating func findHeadingIDs(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .heading {
      let last = nodes[index].lastChild
      guard last >= 0, nodes[Int(last)].kind == .text else { continue }
      let content = bytes(nodes[Int(last)].literal)
      guard content.last == UInt8(ascii: "}"), let open = content.lastIndex(of: UInt8(ascii: "{")),
        open + 2 < content.endIndex - 1, content[open + 1] == UInt8(ascii: "#")
      else { continue }
      let id = content[(open + 2)..<(content.endIndex - 1)]
      let written = source.line(Int(nodes[Int(last)].startLine)).prefix(Int(nodes[Int(last)].endColumn))
      guard id.allSatisfy({ $0.isLetterOrDigit || "-_.:".utf8.contains($0) || $0 >= 0x80 }),
        written.suffix(id.count + 3).elementsEqual(content[open...]),
        written.dropLast(id.count + 3).last != UInt8(ascii: "\\")
      else { continue }
      nodes[index].id = Node.Span(start: Int32(id.startIndex), count: Int32(id.count))
      var kept = content[..<open]
      while kept.last == UInt8(ascii: " ") || kept.last == UInt8(ascii: "\t") { kept.removeLast() }
      nodes[Int(last)] = piece(of: nodes[Int(last)], from: 0, count: kept.count)
    }
  }

  /// Takes a label and its colon off the start of the list item at `item`: `Returns` of `- Returns: text`, or ``name`` of
  /// ``- `name`: text``. Nil when it has none that `isLabel` knows.
  public mutating func takeLabel(ofItem item: Int32, where isLabel: (String) -> Bool) -> String? {
    let paragraph = nodes[Int(item)].firstChild
    guard paragraph >= 0, nodes[Int(paragraph)].kind == .paragraph else { return nil }
    var label = ""
    for index in children(of: paragraph) {
      let (node, text) = (nodes[Int(index)], bytes(nodes[Int(index)].literal))
      guard node.kind == .text || node.kind == .code else { return nil }
      let end = node.kind == .text ? text.firstIndex(of: UInt8(ascii: ":")) : nil
      label += String(decoding: text[..<(end ?? text.endIndex)], as: UTF8.self)
      guard let end else { continue }
      guard isLabel(label) else { return nil }
      let rest = text[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
      nodes[Int(paragraph)].firstChild = index
      nodes[Int(index)] = piece(of: node, from: rest.startIndex - text.startIndex, count: rest.count)
      return label
    }
    return nil
  }

  /// The text that the block at `index` starts with; nil when it starts otherwise.
  private func leadingText(of index: Int) -> Int? {
    let paragraph = nodes[index].firstChild
    guard paragraph >= 0, nodes[Int(paragraph)].kind == .paragraph,
      case let text = Int(nodes[Int(paragraph)].firstChild), text >= 0, nodes[text].kind == .text
    else { return nil }
    return text
  }
}
