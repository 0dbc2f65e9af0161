/// Cuts text into the words that search knows: letters and digits in lower case.
///
/// A letter alone is no word, a digit is, as in `swift 6`. `PassthroughSubject` is three words: itself, `passthrough`
/// and `subject`. A character of a script that is written without spaces is a word of its own. The script of the site cuts what a reader types in the same way.
struct SearchWords {
  static let longest = 40
  /// The current word, as far as it is not too long.
  private var word = [UInt8](repeating: 0, count: longest)
  private var count = 0
  /// Where parts of the current word start: where lower case turns into upper case.
  private var starts: [Int] = []

  /// Calls `body` with every word of `text`, some of them more than once.
  mutating func read(_ text: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    starts.removeAll(keepingCapacity: true)
    count = 0
    text.withUnsafeBufferPointer { text in
      Self.letters.withUnsafeBufferPointer { read(text, letters: $0, body) }
    }
  }

  /// The letter or digit of each byte, in lower case; 0 if it is not part of a word.
  private static let letters: [UInt8] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
    default: 0
    }
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, letters: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let folded = [UInt8](unsafeUninitializedCapacity: text.count) { folded, count in
      for index in text.indices { folded[index] = letters[Int(text[index])] }
      count = text.count
    }
    folded.withUnsafeBufferPointer { folded in
      var index = 0
      while index < text.count {
        if folded[index] == 0, text[index] < 0x80 {
          index += 1
          continue
        }
        var end = index
        var wasLower = false
        while end < text.count, folded[end] != 0 {
          let isLower = folded[end] == text[end]
          if wasLower, !isLower { starts.append(end - index) }
          wasLower = isLower
          end += 1
        }
        if end < text.count, text[end] >= 0x80 {
          index = readSlowly(text, from: index, folded, body)
        } else {
          finish(UnsafeBufferPointer(rebasing: folded[index..<end]), body)
          index = end
        }
      }
    }
  }

  /// Reads a word that is not all ASCII, and all that touches it; returns where that ends.
  private mutating func readSlowly(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ folded: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Int {
    starts.removeAll(keepingCapacity: true)
    var index = start
    var wasLower = false
    while index < text.count {
      let byte = text[index]
      if folded[index] != 0 {
        let isLower = folded[index] == byte
        if wasLower, !isLower { starts.append(count) }
        append(folded[index])
        wasLower = isLower
        index += 1
      } else if byte < 0x80 {
        break
      } else {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let end = min(index + length, text.count)
        wasLower = read(String(decoding: text[index..<end], as: UTF8.self).lowercased(), body)
        index = end
      }
    }
    finish(body)
    return index
  }

  /// Takes a character that is not ASCII; false if the word ends with it.
  private mutating func read(_ character: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    guard let scalar = character.unicodeScalars.first, scalar.properties.isAlphabetic else {
      finish(body)
      return false
    }
    let isWhole = scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
    if isWhole { finish(body) }
    for byte in character.utf8 { append(byte) }
    if isWhole { finish(body) }
    return !isWhole
  }

  private mutating func append(_ byte: UInt8) {
    if count < Self.longest { word[count] = byte }
    count += 1
  }

  /// Ends the word that was put together byte by byte.
  private mutating func finish(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let length = count
    count = 0
    // Longer ones have not been kept.
    guard length <= Self.longest else { return starts.removeAll(keepingCapacity: true) }
    let word = word
    word.withUnsafeBufferPointer { finish(UnsafeBufferPointer(rebasing: $0[..<length]), body) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func finish(_ word: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if word.count > 1 || word.first.map(Self.isDigit) == true, word.count <= Self.longest {
      body(word)
      if !starts.isEmpty {
        var start = 0
        for end in starts + [word.count] {
          if end - start > 1, end - start < word.count { body(UnsafeBufferPointer(rebasing: word[start..<end])) }
          start = end
        }
      }
    }
    if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
  }
}
