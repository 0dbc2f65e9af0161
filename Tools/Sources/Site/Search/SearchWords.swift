/// Cuts text into the words that search knows: letters and digits in lower case.
///
/// A letter alone is no word, a digit is, as in `swift 6`. `PassthroughSubject` is three words: itself, `passthrough`
/// and `subject`. A character of a script that is written without spaces is a word of its own. The script of the site
/// cuts what a reader types in the same way.
struct SearchWords {
  static let longest = 40
  private var word: [UInt8] = []
  /// Where parts of the current word start: where lower case turns into upper case.
  private var starts: [Int] = []

  /// The letter or digit of each ASCII byte, in lower case; 0 if it is not part of a word.
  private static let letters: [UInt8] = (0..<0x80).map { byte in
    let character = Character(Unicode.Scalar(UInt8(byte)))
    return character.isLetter || character.isNumber ? character.lowercased().utf8.first! : 0
  }

  /// Calls `body` with every word of `text`, some of them more than once.
  mutating func read(_ text: [UInt8], _ body: ([UInt8]) -> Void) {
    let letters = Self.letters
    var wasLower = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte >= 0x80 else {
        let letter = letters[Int(byte)]
        if letter == 0 { finish(body) } else { word.append(letter) }
        if wasLower, letter != byte, letter != 0 { starts.append(word.count - 1) }
        wasLower = letter == byte
        index += 1
        continue
      }
      let end = min(index + (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2), text.count)
      let character = String(decoding: text[index..<end], as: UTF8.self).lowercased()
      index = end
      let scalar = character.unicodeScalars.first!
      let isWhole = scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
      if isWhole || !scalar.properties.isAlphabetic { finish(body) }
      if scalar.properties.isAlphabetic { word += character.utf8 }
      if isWhole { finish(body) }
      wasLower = scalar.properties.isAlphabetic && !isWhole
    }
    finish(body)
  }

  private mutating func finish(_ body: ([UInt8]) -> Void) {
    if word.isEmpty { return }
    if word.count > 1 || isDigit(word[0]), word.count <= Self.longest {
      body(word)
      if !starts.isEmpty {
        for (start, end) in zip([0] + starts, starts + [word.count]) where end - start > 1 && end - start < word.count {
          body(Array(word[start..<end]))
        }
      }
    }
    word.removeAll(keepingCapacity: true)
    if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
  }
}
