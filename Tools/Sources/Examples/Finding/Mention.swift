extension StringProtocol {
  /// Whether the text contains `part`, byte for byte. `part` must not be empty.
  ///
  /// For lines of which few mention it: it is asked before a regular expression, which takes a millisecond to be made.
  func mentions(_ part: StaticString) -> Bool {
    let part = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
    var text = String(self)
    return text.withUTF8 { text in
      var start = 0
      while text.count - start >= part.count {
        if text[start] == part[0], text[start..<(start + part.count)].elementsEqual(part) { return true }
        start += 1
      }
      return false
    }
  }
}
