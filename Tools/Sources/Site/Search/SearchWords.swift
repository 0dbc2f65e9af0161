/// Cuts text into the words that search knows: letters and digits in lower case.
///
/// `PassthroughSubject` is three words: itself, `passthrough` and `subject`. A character of a script that is written
/// without spaces is a word of its own. The script of the site cuts what a reader types in the same way.
struct SearchWords {
  static let longest = 40
  private var word: [UInt8] = []
  /// Where parts of the current word start: at the word's own start, and where lower case turns into upper case.
  private var starts: [Int] = []

  /// Calls `body` with every word of `text`, some of them more than once.
  mutating func read(_ text: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    text.withUnsafeBufferPointer { read($0, body) }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var index = 0
    var wasLower = false
    word.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        word.append(byte)
        wasLower = true
        index += 1
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if wasLower { starts.append(word.count) }
        word.append(byte | 0x20)
        wasLower = false
        index += 1
      case 0x80...:
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let end = min(index + length, text.count)
        let character = String(decoding: text[index..<end], as: UTF8.self).lowercased()
        index = end
        guard let scalar = character.unicodeScalars.first, scalar.properties.isAlphabetic else {
          finish(body)
          wasLower = false
          continue
        }
        if scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value) {
          finish(body)
          word.append(contentsOf: character.utf8)
          finish(body)
          wasLower = false
        } else {
          word.append(contentsOf: character.utf8)
          wasLower = true
        }
      default:
        if !word.isEmpty { finish(body) }
        wasLower = false
        index += 1
      }
    }
    finish(body)
  }

  private mutating func finish(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if word.count > 1, word.count <= Self.longest {
      word.withUnsafeBufferPointer { word in
        body(word)
        guard !starts.isEmpty else { return }
        var start = 0
        for end in starts + [word.count] {
          if end - start > 1, end - start < word.count { body(UnsafeBufferPointer(rebasing: word[start..<end])) }
          start = end
        }
      }
    }
    word.removeAll(keepingCapacity: true)
    if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
  }
}
