extension Tree {
  /// Marks list items that start with `[ ]` or `[x]` as tasks, and takes the brackets out of the text.
  mutating func findTasks(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .item {
      let paragraph = nodes[index].firstChild
      guard paragraph >= 0, nodes[Int(paragraph)].kind == .paragraph else { continue }
      let first = nodes[Int(paragraph)].firstChild
      guard first >= 0, nodes[Int(first)].kind == .text else { continue }
      let start = Array(bytes(nodes[Int(first)].literal).prefix(4))
      guard start.count == 4, source.isWritten(start[...], at: nodes[Int(first)]), start[0] == UInt8(ascii: "["),
        start[2] == UInt8(ascii: "]"),
        start[3] == UInt8(ascii: " ") || start[3] == UInt8(ascii: "\t"),
        [UInt8(ascii: " "), UInt8(ascii: "x"), UInt8(ascii: "X")].contains(start[1])
      else { continue }
      nodes[index].isTight = true
      nodes[index].isMarked = start[1] != UInt8(ascii: " ")
      nodes[Int(first)] = piece(of: nodes[Int(first)], from: 4, count: Int(nodes[Int(first)].literal.count) - 4)
    }
  }
}
