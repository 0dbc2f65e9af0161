import Foundation

/// Whether code uses dictionaries, sets or hashes, by the names in its object file, and how often its output is compared
/// for that.
enum Hashing {
  /// In how many processes an output is compared where something is hashed. Two elements of a set keep their order in at
  /// most 9/16 of all processes, so this many agree with a probability of one in a million.
  static let runCount = 24
  /// In how many processes it is compared again when only the library has changed.
  static let knownRunCount = 8
  /// In how many processes any other output is compared.
  static let plainRunCount = 3

  /// Also true if that is unknown.
  static func isMentioned(object: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: object), options: .mappedIfSafe) else { return true }
    return data.withUnsafeBytes { bytes in
      guard let symbols = ObjectFile(bytes)?.symbols() else { return true }
      return symbols.contains { symbol in names.contains { symbol.name.contains($0) } }
    }
  }

  /// The compiler writes `SD` for a dictionary and `Sh` for a set. Foundation has its own.
  private static let names = ["SD", "Sh", "Hash", "hash", "Set", "Dictionary"]
}
