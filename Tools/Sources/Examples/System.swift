/// The system that examples run on.
enum System {
  #if os(macOS)
    static let name = "macos"
  #else
    static let name = "linux"
  #endif

  /// Whether this system is the one named, or, after `!`, is not.
  static func meets(_ requirement: String) -> Bool {
    requirement.hasPrefix("!") ? requirement.dropFirst() != name : requirement.lowercased() == name
  }
}
