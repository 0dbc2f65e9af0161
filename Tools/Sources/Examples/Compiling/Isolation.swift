import Foundation

/// Finds examples that would affect others in the same program, by their object files.
enum Isolation {
  /// Sections that the runtime or Swift Testing searches in a whole program.
  private static let shared = ["swift5_tests", "swift5_replace", "swift5_replac2"]

  /// Whether the example of `module` needs a program of its own: it declares a conformance of a type that is not its
  /// own, tests, a replacement, or a symbol under a name of its choice, or it looks symbols up. So does one whose object
  /// file is of another format.
  static func isNeeded(object: String, module: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: object), options: .mappedIfSafe) else { return true }
    return data.withUnsafeBytes { bytes in
      guard let file = ObjectFile(bytes), let symbols = file.symbols() else { return true }
      let own = "$s\(module.utf8.count)\(module)"
      return symbols.contains { isShared($0, module: module, own: own) }
        || shared.contains { file.contents(ofSection: $0).map { !$0.isEmpty } ?? true }
    }
  }

  private static func isShared(_ symbol: ObjectFile.Symbol, module: String, own: String) -> Bool {
    guard symbol.isDefined else { return symbol.name == "dlsym" }
    // The descriptor of a conformance starts with the name of the type.
    if symbol.name.hasPrefix("$s"), symbol.name.hasSuffix("Mc") { return !symbol.name.hasPrefix(own) }
    return symbol.isGlobal && !symbol.name.contains(module)
  }
}
