/// HTML being written, as bytes.
struct HTML: Sendable {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// The pieces, with `separator` between them.
  init(joining pieces: [HTML], _ separator: StaticString) {
    for (index, piece) in pieces.enumerated() {
      if index > 0 { markup(separator) }
      write(piece)
    }
  }

  /// Appends markup as it is.
  @inline(__always)
  mutating func markup(_ markup: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Appends a piece, as a literal in which everything interpolated is escaped.
  mutating func write(_ piece: HTML) {
    bytes.append(contentsOf: piece.bytes)
  }

  /// Appends HTML that was made before.
  mutating func append(_ other: some Collection<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Appends text with `&`, `<`, `>` and `"` escaped, fit for content and for quoted attributes.
  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { escape($0) }
  }

  /// Appends text with `&`, `<`, `>` and `"` escaped, fit for content and for quoted attributes.
  mutating func text(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { escape($0) }
  }

  /// Appends text as ``text(_:)`` does; the entities in it stay what they are.
  mutating func textWithEntities(_ text: ArraySlice<UInt8>) {
    var start = text.startIndex
    for index in text.indices where text[index] == UInt8(ascii: "&") && Self.isEntity(text[index...]) {
      self.text(text[start..<index])
      markup("&")
      start = index + 1
    }
    self.text(text[start...])
  }

  /// Appends an attribute; the entities in its value stay what they are.
  mutating func attribute(_ name: String, _ value: ArraySlice<UInt8>?) {
    write(" \(name)")
    guard let value else { return }
    markup("=\"")
    textWithEntities(value)
    markup("\"")
  }

  /// Text whose entities of a few common names, and of numbers, are the characters they name.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
    let decoded = String(decoding: text, as: UTF8.self).replacing(
      /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/
    ) {
      let number = $0.1.flatMap { UInt32($0) } ?? $0.2.flatMap { UInt32($0, radix: 16) }
      if let number { return Unicode.Scalar(number).map { String($0) } ?? String($0.0) }
      return $0.3.flatMap { names[String($0)] } ?? String($0.0)
    }
    return Array(decoded.utf8)
  }

  private static let names = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " "]

  /// Whether `text`, which starts with `&`, starts with the name or number of a character.
  private static func isEntity(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.dropFirst().prefix(32).prefix { $0 != UInt8(ascii: ";") }
    guard let first = name.first, text.dropFirst(name.count + 1).first == UInt8(ascii: ";") else { return false }
    guard first == UInt8(ascii: "#") else { return isLetter(first) && name.allSatisfy { isLetter($0) || isDigit($0) } }
    let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    return !digits.isEmpty
      && digits.allSatisfy { isDigit($0) || isHexadecimal && "abcdef".utf8.contains($0 | 0x20) }
  }

  /// Appends text as ``text(_:)`` does. It may break after blanks; before a dot, after a parenthesis, a colon or a slash,
  /// if eight or more bytes follow there without a blank; and at the humps of words of more than `longestWord` letters.
  mutating func breakable(_ text: String, longestWord: Int = 20) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var letters = 0
      var wordLength = 0
      for index in bytes.indices {
        let (byte, last) = (bytes[index], index > 0 ? bytes[index - 1] : UInt8(ascii: " "))
        let isLowNext = index + 1 < bytes.count && Self.isLow(bytes[index + 1])
        let isHump = Self.isHigh(byte) && (Self.isLow(last) || (Self.isHigh(last) && isLowNext))
        let isBetweenParts =
          byte == UInt8(ascii: ".")
          || (byte != UInt8(ascii: ")") && byte != UInt8(ascii: "_")
            && (last == UInt8(ascii: ":") || last == UInt8(ascii: "(")))
          || (last == UInt8(ascii: "/") && byte != UInt8(ascii: "/"))
        let isBorder =
          last == UInt8(ascii: " ")
          || (isBetweenParts && bytes[index...].prefix(8).prefix { $0 != UInt8(ascii: " ") }.count == 8)
        if letters == 0 { wordLength = bytes[index...].prefix { Self.isLow($0) || Self.isHigh($0) }.count }
        if index > start, isBorder || (isHump && letters >= 6 && wordLength > longestWord) {
          escape(UnsafeBufferPointer(rebasing: bytes[start..<index]))
          markup("<wbr>")
          start = index
        }
        letters = Self.isLow(byte) || Self.isHigh(byte) ? letters + 1 : 0
      }
      escape(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Appends inline code. It breaks across lines only if it is longer than `unbroken` bytes, and then between its parts,
  /// never within a name, unless a phone has no room for it.
  mutating func code(_ text: String, unbroken: Int) {
    if text.utf8.count > unbroken {
      markup("<code class=\"long\">")
      breakable(text, longestWord: 40)
    } else {
      markup("<code>")
      self.text(text)
    }
    markup("</code>")
  }

  private static func isLow(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isHigh(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// Appends an address. Characters not allowed there are percent-encoded; encoded ones stay.
  mutating func address(_ address: some Collection<UInt8>) {
    for byte in address {
      if HTML.addressBytes[Int(byte)] {
        if byte == UInt8(ascii: "&") { markup("&amp;") } else { bytes.append(byte) }
      } else {
        bytes += [UInt8(ascii: "%"), HTML.digits[Int(byte >> 4)], HTML.digits[Int(byte & 15)]]
      }
    }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      let entity: StaticString
      switch text[index] {
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "\""): entity = "&quot;"
      default: continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      markup(entity)
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let addressBytes = (UInt8.min...UInt8.max).map {
    isLetter($0) || isDigit($0) || "-_.+!*(),%#@?=;:/~$&".utf8.contains($0)
  }
}

extension HTML: ExpressibleByStringInterpolation {
  init(stringLiteral literal: String) {
    bytes = Array(literal.utf8)
  }

  init(stringInterpolation parts: StringInterpolation) {
    self = parts.html
  }

  /// Escapes text, and names what is not text.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html: HTML

    init(literalCapacity: Int, interpolationCount: Int) {
      html = HTML(capacity: literalCapacity + interpolationCount * 32)
    }

    mutating func appendLiteral(_ literal: String) { html.append(literal.utf8) }
    mutating func appendInterpolation(_ text: some StringProtocol) { html.text(String(text)) }
    mutating func appendInterpolation(_ text: ArraySlice<UInt8>) { html.text(text) }
    mutating func appendInterpolation(_ number: Int) { html.text(String(number)) }
    mutating func appendInterpolation(_ piece: HTML) { html.write(piece) }
    mutating func appendInterpolation(raw markup: StaticString) { html.markup(markup) }
    mutating func appendInterpolation(raw bytes: some Collection<UInt8>) { html.append(bytes) }
    mutating func appendInterpolation(address: some StringProtocol) { html.address(address.utf8) }
    mutating func appendInterpolation(name: String) { html.breakable(name) }
    mutating func appendInterpolation(code: String, unbroken: Int) { html.code(code, unbroken: unbroken) }
  }
}
