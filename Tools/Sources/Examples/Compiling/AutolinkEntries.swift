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
        let found = data.withUnsafeBytes({ ObjectFile($0)?.contents(ofSection: section) })
      else { return nil }
      flags += found.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter { seen.insert($0).inserted }
    }
    return ordered(flags)
  }

  /// The libraries of the language first. So the loader finds what `libXCTest` needs and says nothing of where:
  /// `libFoundation` has found it before.
  static func ordered(_ flags: [String]) -> [String] { flags.filter(isRuntime) + flags.filter { !isRuntime($0) } }

  /// Whether a flag is for a library that comes with the language.
  private static func isRuntime(_ flag: String) -> Bool {
    ["-lswift", "-lFoundation", "-ldispatch", "-lBlocksRuntime"].contains { flag.hasPrefix($0) }
  }
}
