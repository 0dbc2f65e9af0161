/// A 64-bit FNV-1a digest, equal in every process and on every machine.
///
/// It names entries of the cache. It is not cryptographic, and does not protect against attacks.
package struct Digest: Hashable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package mutating func add(bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Adds a text and its end, so that `ab`, `c` differs from `a`, `bc`.
  package mutating func add(_ text: String) {
    add(bytes: text.utf8)
    value = (value ^ 0xff) &* 0x100_0000_01b3
  }

  /// Adds eight bytes at once, which gives another digest than one after the other.
  package mutating func add(word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01b3
    value ^= value >> 29
  }

  package init() {}

  /// Sixteen hexadecimal digits.
  package var name: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
