/// The difference between documented and printed output, as `diff -u` writes it.
struct UnifiedDiff {
  private(set) var text = ""
  /// The line of the document with the first change.
  private(set) var firstLine: Int

  private static let context = 3
  /// How many lines are shown.
  private static let limit = 400

  /// - Parameter start: the line of the document that has, or would have, the first line of output.
  init(steps: [LinePairs.Step], expected: [ExpectedOutput.Line], actual: [String], file: String, start: Int) {
    var rows: [(mark: Character, text: String, line: Int, actual: Int)] = []
    var (line, printed) = (start, 1)
    for step in steps {
      let shown = step.expected.map { expected[$0] }
      if let shown { line = shown.number }
      if let place = step.actual {
        rows.append((step.isRight ? " " : "+", actual[place], line, printed))
        printed += 1
      } else if let shown, !step.isRight {
        rows.append(("-", shown.text, line, printed))
      }
      if let shown { line = shown.number + 1 }
    }
    let changed = rows.indices.filter { rows[$0].mark != " " }
    // Lines that look alike show what cannot be seen.
    let invisible = /[\s\p{Other}\p{Default_Ignorable_Code_Point}]/.matchingSemantics(.unicodeScalar)
    let alike = Dictionary(grouping: changed) { rows[$0].text.replacing(invisible, with: "") }
    // A line that only moved is the same.
    let different = alike.values.filter { group in
      Set(group.map { rows[$0].mark }).count > 1 && Set(group.map { Array(rows[$0].text.unicodeScalars) }).count > 1
    }
    for index in different.joined() {
      rows[index].text = rows[index].text.unicodeScalars.map { scalar in
        " "..."~" ~= scalar ? String(scalar) : scalar.escaped(asASCII: true)
      }.joined()
    }
    firstLine = changed.first.map { rows[$0].line } ?? start
    text = "--- \(file):\(firstLine) (documented)\n+++ printed\n"
    var (index, shown) = (0, 0)
    while index < changed.count {
      var last = index
      while last + 1 < changed.count, changed[last + 1] - changed[last] <= 2 * UnifiedDiff.context { last += 1 }
      let first = max(changed[index] - UnifiedDiff.context, 0)
      let end = min(changed[last] + UnifiedDiff.context, rows.count - 1)
      let hunk = rows[first...end]
      let (old, new) = (hunk.count { $0.mark != "+" }, hunk.count { $0.mark != "-" })
      text += "@@ -\(rows[first].line),\(old) +\(rows[first].actual),\(new) @@\n"
      for row in hunk.prefix(UnifiedDiff.limit - shown) { text += "\(row.mark)\(row.text)\n" }
      shown += hunk.count
      guard shown < UnifiedDiff.limit else {
        text += "[and more: \(rows.count - first - hunk.count + shown - UnifiedDiff.limit) lines]\n"
        return
      }
      index = last + 1
    }
  }
}
