/// GFM footnotes: `[^label]` in text, and `[^label]: text` with more lines indented by four.
///
/// libcmark has no such block, but a list item whose content starts at the fourth column takes exactly the same lines.
/// So the definitions' marks are swapped for list marks before parsing, and the items turned into footnotes after.
struct FootnoteSource {
  /// The lines that define a footnote: its label, and how far columns on that line moved left.
  private(set) var definitions: [Int: (label: ArraySlice<UInt8>, shift: Int)] = [:]

  /// Nil when the document defines no footnote.
  init?(_ source: Source) {
    guard source.bytes.contains(UInt8(ascii: "^")) else { return nil }
    for number in 1...source.lineCount {
      let line = source.line(number)
      let mark = line.drop { $0 == UInt8(ascii: " ") }
      guard line.count - mark.count < 4, mark.starts(with: "[^".utf8),
        let close = mark.firstIndex(of: UInt8(ascii: "]")), close > mark.startIndex + 2,
        close + 1 < mark.endIndex, mark[close + 1] == UInt8(ascii: ":"),
        !mark[mark.startIndex..<close].contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      else { continue }
      let text = mark[(close + 2)...].drop { $0 == UInt8(ascii: " ") }
      definitions[number] = (mark[(mark.startIndex + 2)..<close], text.startIndex - line.startIndex - 4)
    }
    if definitions.isEmpty { return nil }
  }

  /// Parses `source` with its footnotes as list items, and makes footnotes of those.
  mutating func parse(_ source: Source) -> Tree {
    var isLastTry = false
    while true {
      var tree = Parser.parse(swapped(source))
      let items = Set(tree.nodes.filter { $0.kind == .item }.map { Int($0.startLine) })
      let mistaken = definitions.keys.filter { !items.contains($0) }
      guard mistaken.isEmpty else {
        // Code that shows a footnote, or the like: leave such lines alone and parse again.
        // A document in which that uncovers more of the kind has no footnotes.
        if isLastTry { definitions = [:] } else { for line in mistaken { definitions[line] = nil } }
        isLastTry = true
        continue
      }
      correctColumns(in: &tree)
      collect(in: &tree)
      return tree
    }
  }

  private func swapped(_ source: Source) -> Source {
    var text: [UInt8] = []
    text.reserveCapacity(source.bytes.count)
    for number in 1...source.lineCount {
      let start = source.lineStarts[number - 1]
      let end = number < source.lineCount ? source.lineStarts[number] : source.bytes.count
      if let definition = definitions[number] {
        text += "1)  ".utf8
        text += source.bytes[(start + definition.shift + 4)..<end]
      } else {
        text += source.bytes[start..<end]
      }
    }
    return Source(name: source.name, text: String(decoding: text, as: UTF8.self))
  }

  private func correctColumns(in tree: inout Tree) {
    for index in tree.nodes.indices {
      if let shift = definitions[Int(tree.nodes[index].startLine)]?.shift {
        tree.nodes[index].startColumn += Int32(shift)
      }
      if let shift = definitions[Int(tree.nodes[index].endLine)]?.shift { tree.nodes[index].endColumn += Int32(shift) }
    }
  }

  /// Takes the items that are footnotes out of their lists and puts them at the end of the document.
  private func collect(in tree: inout Tree) {
    var found: [Int32] = []
    for list in tree.nodes.indices where tree.nodes[list].kind == .list {
      let items = Array(tree.children(of: Int32(list)))
      let footnotes = items.filter { definitions[Int(tree.nodes[Int($0)].startLine)] != nil }
      guard !footnotes.isEmpty else { continue }
      found += footnotes
      tree.setChildren(
        of: Int32(list), to: items.filter { definitions[Int(tree.nodes[Int($0)].startLine)] == nil })
    }
    for footnote in found {
      tree.nodes[Int(footnote)].kind = .footnoteDefinition
      let line = Int(tree.nodes[Int(footnote)].startLine)
      if let label = definitions[line]?.label { tree.nodes[Int(footnote)].literal = tree.store(label) }
      tree.adopt(footnote, by: 0)
    }
    func isEmptied(_ index: Int32) -> Bool {
      tree.nodes[Int(index)].kind == .list && tree.nodes[Int(index)].firstChild < 0
    }
    let emptied = tree.nodes.indices.filter { isEmptied(Int32($0)) }
    for parent in Set(emptied.map { tree.nodes[$0].parent }) {
      tree.setChildren(of: parent, to: tree.children(of: parent).filter { !isEmptied($0) })
    }
  }
}

extension Tree {
  /// Turns `[^label]` in text into references, and numbers the footnotes in the order of their first reference.
  ///
  /// A label that nothing defines stays text. Labels are compared without regard to case.
  mutating func findFootnoteReferences() {
    var definitions: [String: Int32] = [:]
    for child in children(of: 0) where nodes[Int(child)].kind == .footnoteDefinition {
      let label = string(nodes[Int(child)].literal).lowercased()
      if definitions[label] == nil { definitions[label] = child }
    }
    guard !definitions.isEmpty else { return }
    var numbered: Int32 = 0
    var replacements: [Int32: [Int32]] = [:]
    for index in nodes.indices where nodes[index].kind == .text && !nodes[index].isMarked {
      let node = nodes[index]
      var pieces: [Int32] = []
      var rest = 0
      let content = Array(bytes(node.literal))
      var position = 0
      while position + 2 < content.count {
        guard content[position] == UInt8(ascii: "["), content[position + 1] == UInt8(ascii: "^"),
          let close = content[position..<min(position + 100, content.count)].firstIndex(of: UInt8(ascii: "]")),
          let definition = definitions[
            String(decoding: content[(position + 2)..<close], as: UTF8.self).lowercased()]
        else {
          position += 1
          continue
        }
        if nodes[Int(definition)].number == 0 {
          numbered += 1
          nodes[Int(definition)].number = numbered
        }
        if position > rest { pieces.append(append(piece(of: node, from: rest, count: position - rest))) }
        var reference = piece(of: node, from: position, count: close + 1 - position)
        reference.kind = .footnoteReference
        reference.number = nodes[Int(definition)].number
        reference.literal = nodes[Int(definition)].literal
        pieces.append(append(reference))
        position = close + 1
        rest = position
      }
      guard !pieces.isEmpty else { continue }
      if rest < content.count {
        pieces.append(append(piece(of: node, from: rest, count: content.count - rest)))
      }
      replacements[Int32(index)] = pieces
    }
    replace(replacements)
  }

  /// Replaces some of a parent's nodes by others.
  mutating func replace(_ replacements: [Int32: [Int32]]) {
    for parent in Set(replacements.keys.map { nodes[Int($0)].parent }) {
      setChildren(of: parent, to: children(of: parent).flatMap { replacements[$0] ?? [$0] })
    }
  }
}
