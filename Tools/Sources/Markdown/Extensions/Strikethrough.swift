extension Tree {
  /// Turns `~one~` and `~~two~~` tildes in text into strikethrough, by GFM's rules: both runs have the same length, one
  /// or two, the first can open and the second can close.
  mutating func findStrikethrough() {
    guard text.contains(UInt8(ascii: "~")) else { return }
    var parents: [Int32] = []
    for node in nodes where node.kind == .text && !node.isMarked && bytes(node.literal).contains(UInt8(ascii: "~")) {
      if parents.last != node.parent { parents.append(node.parent) }
    }
    for parent in parents { strikeThrough(childrenOf: parent) }
  }

  private struct Run {
    let position: Int
    let length: Int
    let opens: Bool
    let closes: Bool
  }

  private mutating func strikeThrough(childrenOf parent: Int32) {
    var pieces: [Int32] = []
    var runs: [Run] = []
    var previous: Int32 = -1
    for child in Array(children(of: parent)) {
      split(child, after: previous, into: &pieces, runs: &runs)
      previous = child
    }

    var openers: [Run] = []
    var pairs: [(open: Int, close: Int)] = []
    for run in runs {
      if run.closes, let match = openers.lastIndex(where: { $0.length == run.length }) {
        pairs.append((openers[match].position, run.position))
        openers.removeSubrange(match...)
      } else if run.opens {
        openers.append(run)
      }
    }
    guard !pairs.isEmpty else { return }

    let opens = Set(pairs.map(\.open))
    let closes = Set(pairs.map(\.close))
    var levels: [(node: Int32, children: [Int32])] = [(parent, [])]
    for (position, piece) in pieces.enumerated() {
      if opens.contains(position) {
        nodes[Int(piece)].kind = .strikethrough
        levels.append((piece, []))
      } else if closes.contains(position) {
        let level = levels.removeLast()
        setChildren(of: level.node, to: level.children)
        levels[levels.count - 1].children.append(level.node)
      } else {
        levels[levels.count - 1].children.append(piece)
      }
    }
    setChildren(of: parent, to: levels[0].children)
  }

  /// Cuts a text node at its tildes; any other node is one piece.
  private mutating func split(_ child: Int32, after previous: Int32, into pieces: inout [Int32], runs: inout [Run]) {
    let node = nodes[Int(child)]
    let content = bytes(node.literal)
    guard node.kind == .text, !node.isMarked, content.contains(UInt8(ascii: "~")) else {
      pieces.append(child)
      return
    }
    var start = content.startIndex
    var index = start
    func cut(upTo end: Int) {
      guard end > start else { return }
      pieces.append(append(piece(of: node, from: start - content.startIndex, count: end - start)))
    }
    while index < content.endIndex {
      guard content[index] == UInt8(ascii: "~") else {
        index += 1
        continue
      }
      cut(upTo: index)
      start = index
      while index < content.endIndex, content[index] == UInt8(ascii: "~") { index += 1 }
      if index - start <= 2 {
        let before = character(before: start, in: content, previous: previous)
        let after = character(after: index, in: content, node: child)
        let left = !after.isSpace && (!after.isPunctuation || before.isSpace || before.isPunctuation)
        let right = !before.isSpace && (!before.isPunctuation || after.isSpace || after.isPunctuation)
        runs.append(Run(position: pieces.count, length: index - start, opens: left, closes: right))
      }
      cut(upTo: index)
      start = index
    }
    cut(upTo: index)
  }

  private func character(before index: Int, in content: ArraySlice<UInt8>, previous: Int32) -> InlineCharacter {
    if index > content.startIndex { return InlineCharacter(endingAt: content[..<index]) }
    guard previous >= 0 else { return .edge }
    let node = nodes[Int(previous)]
    return node.kind == .text
      ? InlineCharacter(endingAt: bytes(node.literal)) : node.kind == .softBreak ? .edge : .punctuation
  }

  private func character(after index: Int, in content: ArraySlice<UInt8>, node: Int32) -> InlineCharacter {
    if index < content.endIndex { return InlineCharacter(startingAt: content[index...]) }
    let after = nodes[Int(node)].next
    guard after >= 0 else { return .edge }
    return nodes[Int(after)].kind == .text
      ? InlineCharacter(startingAt: bytes(nodes[Int(after)].literal))
      : nodes[Int(after)].kind == .softBreak ? .edge : .punctuation
  }
}

/// The kind of a character beside a run of delimiters, for the rules of flanking.
private struct InlineCharacter {
  var isSpace = false
  var isPunctuation = false

  /// The edge of a line counts as a space.
  static let edge = InlineCharacter(isSpace: true)
  /// Another inline element: its delimiter is punctuation.
  static let punctuation = InlineCharacter(isPunctuation: true)

  private init(isSpace: Bool = false, isPunctuation: Bool = false) {
    self.isSpace = isSpace
    self.isPunctuation = isPunctuation
  }

  init(endingAt bytes: ArraySlice<UInt8>) {
    var start = bytes.endIndex - 1
    while start > bytes.startIndex, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    self.init(bytes.isEmpty ? nil : String(decoding: bytes[start...], as: UTF8.self).unicodeScalars.first)
  }

  init(startingAt bytes: ArraySlice<UInt8>) {
    self.init(String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first)
  }

  private init(_ scalar: Unicode.Scalar?) {
    guard let scalar else {
      self = .edge
      return
    }
    isSpace = scalar.properties.isWhitespace
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      isPunctuation = true
    default:
      isPunctuation =
        scalar.isASCII && scalar.properties.generalCategory != .decimalNumber
        && !scalar.properties.isAlphabetic && !isSpace
    }
  }
}
