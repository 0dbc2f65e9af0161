import Foundation

/// An object file in the 64-bit ELF format.
public struct ObjectFile {
  /// The bytes of machine code and constants that go into the program; names and debugging information do not count.
  public let size: Int

  public struct Unreadable: Error, CustomStringConvertible {
    public let description = "not an object file in the 64-bit ELF format, in which `bench compile-time` counts code"
  }

  public init(_ data: Data) throws {
    let bytes = [UInt8](data)
    func number(_ offset: Int, _ width: Int) throws -> Int {
      guard offset >= 0, offset + width <= bytes.count else { throw Unreadable() }
      return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Unreadable() }
    let (table, width) = (try number(0x28, 8), try number(0x3A, 2))
    var count = try number(0x3C, 2)
    // A file of very many sections keeps their number in the first.
    if count == 0, table > 0 { count = try number(table + 0x20, 8) }
    var sum = 0
    for section in 0..<count {
      let start = table + section * width
      let (hasBytes, isLoaded) = (try number(start + 4, 4) != 8, try number(start + 8, 8) & 2 != 0)
      if hasBytes, isLoaded { sum += try number(start + 0x20, 8) }
    }
    size = sum
  }
}
