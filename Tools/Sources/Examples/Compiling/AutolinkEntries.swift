import Foundation

/// What object files ask to be linked with: the flags that the compiler leaves in them for each module imported.
///
/// `swift-autolink-extract` reads the same, and takes longer to start than the linker takes to link.
enum AutolinkEntries {
  private static let section = ".swift1_autolink_entries"

  /// The flags in `objects`, each once; nil where one of them is not an object file of the kind that this can read.
  static func flags(in objects: [String]) -> [String]? {
    var flags: [String] = []
    var seen: Set<String> = []
    for object in objects {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: object), options: .mappedIfSafe),
        let found = data.withUnsafeBytes({ ELF($0)?.contents(ofSection: section) })
      else { return nil }
      flags += found.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter { seen.insert($0).inserted }
    }
    // In this order the loader finds what `libXCTest` needs and says nothing of where: `libFoundation` has found it before.
    return flags.filter(isRuntime) + flags.filter { !isRuntime($0) }
  }

  /// Whether a flag is for a library that comes with the language.
  private static func isRuntime(_ flag: String) -> Bool {
    ["-lswift", "-lFoundation", "-ldispatch", "-lBlocksRuntime"].contains { flag.hasPrefix($0) }
  }

  /// An object file of 64 bits with the lowest byte of numbers first.
  private struct ELF {
    private let bytes: UnsafeRawBufferPointer
    /// Where the headers of the sections start, how long one is, and how many there are.
    private let start, size, count: Int
    /// The number of the section with the names of all.
    private let names: Int

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
        let text = bytes[table].dropFirst(offset).prefix { $0 != 0 }
        if text.elementsEqual(name.utf8) { return range(ofSection: section).map { Array(bytes[$0]) } }
      }
      return []
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
}
