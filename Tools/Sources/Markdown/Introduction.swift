/// The description of a code block in the text before it.
struct Introduction {
  /// Whether it says that something is printed.
  private(set) var isAnnouncement = false
  /// Whether it speaks of output.
  private(set) var isOfOutput = false
  /// Whether it may be about a command, of whose output it speaks.
  private(set) var isOfCommand = false

  /// How a text about output ends, but for `something like this` and its colon.
  private static let ends = [
    "shows", "displays", "you see", "you get", "will see", "will get", "should see", "should get", "'ll see", "’ll see",
  ]

  /// How a text about a command ends.
  private static let commandEnds = [" run", " running", " type", " execute", " command", " commands"]

  /// Reads lines of text.
  init(_ lines: some Sequence<ArraySlice<UInt8>>) {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    var last: ArraySlice<UInt8> = []
    for var line in lines {
      last = line
      while let start = line.firstIndex(where: isLetter) {
        let letters = line[start...].prefix(while: isLetter)
        line = line[letters.endIndex...]
        // Only these are looked at, because almost all words of a page are others.
        guard letters.count > 4, "pro".utf8.contains(letters[start] | 0x20) else { continue }
        let word = String(decoding: letters, as: UTF8.self).lowercased()
        if ["print", "prints", "printed", "printing"].contains(word) { isAnnouncement = true }
        if ["result", "results"].contains(word) || word.hasPrefix("output") { isOfOutput = true }
      }
    }
    var end = String(decoding: last, as: UTF8.self).lowercased()
    while end.last.map({ "*_".contains($0) }) ?? false { end.removeLast() }
    if end.last == ":" {
      for words in [":", " this", " the following", " like", " something"] where end.hasSuffix(words) {
        end.removeLast(words.count)
      }
      isOfCommand = Self.commandEnds.contains(where: end.hasSuffix) && !end.contains(/\sof (the|this) commands?$/)
      if Self.ends.contains(where: end.hasSuffix) { isOfOutput = true }
    }
    isOfOutput = isOfOutput || isAnnouncement
  }
}
