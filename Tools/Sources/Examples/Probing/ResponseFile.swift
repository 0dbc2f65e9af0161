/// Words as a shell, the compilers' response files and the Swift driver write them: separated by blanks, with quotes
/// and backslashes.
enum ResponseFile {
  static func words(in text: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    var isWord = false
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isWord = true
      } else if character.isWhitespace {
        if isWord || !word.isEmpty { words.append(word) }
        (word, isWord) = ("", false)
      } else {
        word.append(character)
      }
    }
    if isWord || !word.isEmpty { words.append(word) }
    return words
  }

  static func text(of words: [String]) -> String {
    words.map { word in
      "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }.joined(separator: "\n") + "\n"
  }
}
