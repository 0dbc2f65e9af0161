extension Source {
  /// The number of lines at the top that are YAML for other generators of sites: `key: value` between two lines `---`.
  private var frontMatterCount: Int {
    func isRule(_ number: Int) -> Bool {
      line(number).starts(with: "---".utf8) && line(number).dropFirst(3).allSatisfy { " \t".utf8.contains($0) }
    }
    guard firstLine == 1, lineCount > 2, isRule(1) else { return 0 }
    var hasKey = false
    for number in 2...lineCount {
      if isRule(number) { return hasKey ? number : 0 }
      let text = lineText(number)
      if text.prefixMatch(of: /[\w.\-]+[ \t]*:(?:[ \t]|$)/) != nil {
        hasKey = true
      } else if let first = text.first, !" \t#-".contains(first) {
        return 0
      }
    }
    return 0
  }

  /// The bytes with blanks in place of front matter, so that the rest keeps its lines.
  var bytesWithoutFrontMatter: [UInt8] {
    let count = frontMatterCount
    guard count > 0 else { return bytes }
    var bytes = bytes
    for index in lineStarts[0]..<(count < lineCount ? lineStarts[count] : bytes.count)
    where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
      bytes[index] = UInt8(ascii: " ")
    }
    return bytes
  }
}
