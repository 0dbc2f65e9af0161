import Foundation

/// Whether code uses dictionaries, sets or hashes, by the names in its object file.
enum Hashing {
  /// True also where that cannot be told.
  static func isMentioned(object: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: object), options: .mappedIfSafe) else { return true }
    return data.withUnsafeBytes { bytes in
      guard let symbols = ObjectFile(bytes)?.symbols() else { return true }
      // The compiler writes `SD` for a dictionary and `Sh` for a set.
      return symbols.contains { symbol in
        ["SD", "Sh", "Hash", "hash"].contains { symbol.name.contains($0) }
      }
    }
  }
}
