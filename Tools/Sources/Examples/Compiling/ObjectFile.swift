/// An object file in the format ELF, of 64 bits with the lowest byte of numbers first.
struct ObjectFile {
  /// A name that the file defines or asks for.
  struct Symbol: Equatable {
    var name: String
    /// Whether it is in this file, or asked of others.
    var isDefined: Bool
    /// Whether other files see it and expect that there is one alone.
    var isGlobal: Bool
  }

  private let bytes: UnsafeRawBufferPointer
  /// Where the headers of the sections start, how long one is, and how many there are.
  private let start, size, count: Int
  /// The number of the section with the names of all.
  private let names: Int

  /// Nil where the bytes are no such file.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let start = Self.number(UInt64.self, in: bytes, at: 0x28),
      let size = Self.number(UInt16.self, in: bytes, at: 0x3A),
      let count = Self.number(UInt16.self, in: bytes, at: 0x3C),
      let names = Self.number(UInt16.self, in: bytes, at: 0x3E),
      count > 0, size >= 0x40, start <= bytes.count - size * count
    else { return nil }
    (self.start, self.size, self.count, self.names) = (start, size, count, names)
  }

  /// Nothing where there is no such section; nil where the file is not as it should be.
  func contents(ofSection name: String) -> [UInt8]? {
    guard let table = range(ofSection: names) else { return nil }
    for section in 0..<count {
      guard let offset = Self.number(UInt32.self, in: bytes, at: start + section * size), offset < table.count else {
        return nil
      }
      if text(at: offset, in: table).elementsEqual(name.utf8) {
        return range(ofSection: section).map { Array(bytes[$0]) }
      }
    }
    return []
  }

  /// Every symbol; nil where the file is not as it should be.
  func symbols() -> [Symbol]? {
    var symbols: [Symbol] = []
    for section in 0..<count {
      let header = start + section * size
      guard let kind = Self.number(UInt32.self, in: bytes, at: header + 4) else { return nil }
      guard kind == 2 else { continue }
      guard let range = range(ofSection: section), let link = Self.number(UInt32.self, in: bytes, at: header + 0x28),
        link < count, let table = self.range(ofSection: link)
      else { return nil }
      for entry in stride(from: range.lowerBound, to: range.upperBound - 23, by: 24) {
        guard let name = Self.number(UInt32.self, in: bytes, at: entry), name < table.count,
          let home = Self.number(UInt16.self, in: bytes, at: entry + 6)
        else { return nil }
        symbols.append(
          Symbol(
            name: String(decoding: text(at: name, in: table), as: UTF8.self), isDefined: home != 0,
            isGlobal: bytes[entry + 4] >> 4 == 1))
      }
    }
    return symbols
  }

  private func text(at offset: Int, in table: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
    bytes[table].dropFirst(offset).prefix { $0 != 0 }
  }

  private func range(ofSection section: Int) -> Range<Int>? {
    let header = start + section * size
    guard let offset = Self.number(UInt64.self, in: bytes, at: header + 0x18),
      let length = Self.number(UInt64.self, in: bytes, at: header + 0x20), offset <= bytes.count,
      length <= bytes.count - offset
    else { return nil }
    return offset..<(offset + length)
  }

  /// Nil where the number is not in the file, or can be no place in it.
  private static func number<Number: FixedWidthInteger>(
    _: Number.Type, in bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Int? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
    let number = Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    return Int(exactly: number).flatMap { $0 < 1 << 40 ? $0 : nil }
  }
}
