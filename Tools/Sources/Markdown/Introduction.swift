/// The description of a code block in the text before it.
struct Introduction {
  /// Whether it says that something is printed.
  private(set) var isAnnouncement = false
  /// Whether it speaks of output.
  private(set) var isOfOutput = false

  /// Reads lines of text.
  init(_ lines: some Sequence<ArraySlice<UInt8>>) {
    for line in lines {
      if Self.printing.contains(where: { Self.speaks(line, of: $0) }) { isAnnouncement = true }
      if Self.results.contains(where: { Self.speaks(line, of: $0) }) || Self.speaks(line, of: "output", orLonger: true)
      {
        isOfOutput = true
      }
    }
    isOfOutput = isOfOutput || isAnnouncement
  }

  private static let printing: [StaticString] = ["print", "prints", "printed", "printing"]
  private static let results: [StaticString] = ["result", "results"]

  /// Whether `word`, which is in lower case, or a longer one that begins with it, is in `line`, in capitals or not.
  private static func speaks(_ line: ArraySlice<UInt8>, of word: StaticString, orLonger: Bool = false) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    func isLetter(_ index: Int) -> Bool {
      line.indices.contains(index) && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(line[index] | 0x20)
    }
    var index = line.startIndex
    while index + word.count <= line.endIndex {
      if line[index] | 0x20 == word[0], !isLetter(index - 1), orLonger || !isLetter(index + word.count),
        zip(line[index...], word).allSatisfy({ $0 | 0x20 == $1 })
      {
        return true
      }
      index += 1
    }
    return false
  }
}
