/// The offset of the first byte that no valid UTF-8 text can have there, or nil when `bytes` are all valid.
///
/// Rejects what the Unicode standard rejects: overlong forms, surrogates, and values above U+10FFFF.
func firstInvalidUTF8Offset(in bytes: [UInt8]) -> Int? {
  bytes.withUnsafeBytes { buffer in
    var index = 0
    while index < buffer.count {
      if index + 8 <= buffer.count,
        buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let lead = buffer[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= buffer.count, second.contains(buffer[index + 1]) else { return index }
      for offset in 2..<max(length, 2) where buffer[index + offset] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}
