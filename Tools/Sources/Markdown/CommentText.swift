/// The text of doc comments in a Swift file.
extension Source {
  /// The text of a comment that starts on line `first`, from its lines past slashes or stars. As the compiler reads it, the
  /// blanks before the first text are part of no line.
  public func commentText(from first: Int, _ rows: [ArraySlice<UInt8>]) -> Source {
    let indentation = rows.lazy.filter { $0.blanks < $0.count }.first.map(\.blanks) ?? 0
    return part(from: first, rows.map { $0.dropFirst(min(indentation, $0.blanks)) })
  }

  /// The lines of a `/** */` past what starts them, which is `start` bytes on the first. Where each of the others starts with
  /// a star, the stars are no text.
  public func rows(ofBlock lines: ClosedRange<Int>, after start: Int) -> [ArraySlice<UInt8>] {
    let hasStars =
      lines.count > 1 && lines.dropFirst().allSatisfy { line($0).dropFirst(line($0).blanks).first == UInt8(ascii: "*") }
    return lines.map { number in
      let line = line(number)
      let row = line.dropFirst(number == lines.lowerBound ? start : hasStars ? line.blanks + 1 : 0)
      // Text after the end of the comment is not part of it.
      let end = number == lines.upperBound ? line.firstRange(of: "*/".utf8)?.lowerBound : nil
      return row.prefix(upTo: max(end ?? row.endIndex, row.startIndex))
    }
  }

  /// The text of the `/** */` whose text starts on line `number`, or on the one after its first; nil where there is none.
  public func blockCommentText(at number: Int) -> Source? {
    for first in [number, number - 1] where line(first).dropFirst(line(first).blanks).starts(with: "/**".utf8) {
      let numbers = first..<first + lineCount
      guard let last = numbers.first(where: { line($0).firstRange(of: "*/".utf8) != nil }) else { return nil }
      return commentText(from: first, rows(ofBlock: first...last, after: line(first).blanks + 3))
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate var blanks: Int { prefix { " \t".utf8.contains($0) }.count }
}
