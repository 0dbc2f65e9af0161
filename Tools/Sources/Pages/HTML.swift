/// HTML being written, as bytes.
public struct HTML: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends markup as it is.
  @inline(__always)
  public mutating func markup(_ markup: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Appends HTML that was made before.
  public mutating func append(_ other: some Collection<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Appends text with `&`, `<`, `>` and `"` escaped, fit for content and for quoted attributes.
  public mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { escape($0) }
  }

  /// Appends text with `&`, `<`, `>` and `"` escaped, fit for content and for quoted attributes.
  public mutating func text(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { escape($0) }
  }

  /// Appends text as ``text(_:)`` does; the names of symbols and files in it may break before their parts, after their
  /// parentheses, colons and slashes, and at the humps of words of more than twelve letters.
  public mutating func breakable(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var letters = 0
      var wordLength = 0
      for index in bytes.indices {
        let (byte, last) = (bytes[index], index > 0 ? bytes[index - 1] : UInt8(ascii: " "))
        let isLowNext = index + 1 < bytes.count && Self.isLow(bytes[index + 1])
        let isHump = Self.isHigh(byte) && (Self.isLow(last) || (Self.isHigh(last) && isLowNext))
        let isBorder =
          byte == UInt8(ascii: ".")
          || (byte != UInt8(ascii: ")") && (last == UInt8(ascii: ":") || last == UInt8(ascii: "(")))
          || (last == UInt8(ascii: "/") && byte != UInt8(ascii: "/"))
        if letters == 0 { wordLength = bytes[index...].prefix { Self.isLow($0) || Self.isHigh($0) }.count }
        if index > start, isBorder || (isHump && letters >= 6 && wordLength > 12) {
          escape(UnsafeBufferPointer(rebasing: bytes[start..<index]))
          markup("<wbr>")
          start = index
        }
        letters = Self.isLow(byte) || Self.isHigh(byte) ? letters + 1 : 0
      }
      escape(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Appends inline code. It breaks across lines only if it is longer than `unbroken` bytes, and then between its parts.
  public mutating func code(_ text: String, unbroken: Int) {
    if text.utf8.count > unbroken {
      markup("<code class=\"long\">")
      breakable(text)
    } else {
      markup("<code>")
      self.text(text)
    }
    markup("</code>")
  }

  private static func isLow(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isHigh(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// Appends a whole number.
  public mutating func number(_ number: Int) {
    if number >= 0, number < 10 { bytes.append(UInt8(ascii: "0") + UInt8(number)) } else { text(String(number)) }
  }

  /// Appends an address. Characters not allowed there are percent-encoded; encoded ones stay.
  public mutating func address(_ address: some Collection<UInt8>) {
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
  private static let addressBytes: [Bool] = {
    var allowed = [Bool](repeating: false, count: 256)
    for byte in "-_.+!*(),%#@?=;:/~$&".utf8 { allowed[Int(byte)] = true }
    for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { allowed[Int(byte)] = true }
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { allowed[Int(byte)] = true }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { allowed[Int(byte)] = true }
    return allowed
  }()
}
