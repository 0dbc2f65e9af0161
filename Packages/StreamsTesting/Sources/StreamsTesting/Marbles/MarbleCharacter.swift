/// A character of a marble string. ASCII characters are compared by number, which is faster.
struct MarbleCharacter {
  let character: Character
  /// The ASCII number, or 0.
  let ascii: UInt8

  /// Returns the characters of a string. O(n).
  static func all(of text: String) -> [MarbleCharacter] {
    var all: [MarbleCharacter] = []
    all.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      for byte in text.utf8 { all.append(MarbleCharacter(character: Character(Unicode.Scalar(byte)), ascii: byte)) }
    } else {
      for character in text {
        all.append(
          MarbleCharacter(character: character, ascii: character.utf8.count == 1 ? character.utf8.first ?? 0 : 0))
      }
    }
    return all
  }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii }

  /// Whether it can be a value, or part of a time.
  var isWordCharacter: Bool {
    guard ascii == 0 else {
      return isDigit || ascii == UInt8(ascii: ".") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= ascii | 0x20
    }
    return character.isLetter || character.isNumber || (!character.isASCII && !character.isWhitespace)
  }
}
