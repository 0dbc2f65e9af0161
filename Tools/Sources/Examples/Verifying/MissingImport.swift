/// The modules that an example forgets to import.
enum MissingImport {
  /// The imports for the name that the compiler misses according to `message`, and whether no error is left with them;
  /// nil if no import of `modules`, Testing or Foundation helps. Each is tried, and stays if it leaves fewer errors and
  /// no other name is missed: Foundation may have something else of that name.
  static func hint(
    for message: String, of settled: SettledExample, among modules: [String], _ compiler: Compiler
  ) async throws -> (text: String, explainsAll: Bool)? {
    guard let name = names(in: message).first else { return nil }
    var example = settled.example
    var (missed, errors) = problems(in: settled.compiled.output)
    let imported = example.modules
    for module in ["Testing", "Foundation", "FoundationNetworking", "FoundationXML"] + modules
    where errors > 0 && !imported.contains(module) {
      var next = example
      next.imports.append(module)
      let output = try await compiler.compile(next).output
      let (rest, left) = problems(in: output)
      guard rest.isSubset(of: missed), left < errors, !output.contains("no such module '\(module)'") else { continue }
      (example, missed, errors) = (next, rest, left)
    }
    let found = example.imports.dropFirst(settled.example.imports.count).map { "'import \($0)'" }
    if found.isEmpty || missed.contains(name) { return nil }
    return ("; write \(found.joined(separator: " and ")), in hidden lines if readers need not see it", errors == 0)
  }

  /// The names that the compiler does not find, and the number of its errors.
  private static func problems(in output: String) -> (missed: Set<Substring>, errors: Int) {
    (Set(names(in: output)), output.ranges(of: ": error: ").count)
  }

  private static func names(in text: String) -> [Substring] {
    text.matches(of: missing).compactMap { $0.1 ?? $0.2 }
  }

  nonisolated(unsafe) private static let missing =
    /: (?:cannot find (?:type |operator )?|no macro named |unknown attribute |no type named )'([^']+)'|'(\w+)' \(aka 'AnyObject'\)/
}

/// The kind of system, other than this one, that an example needs.
enum OtherSystem {
  /// A framework of Apple's that does not exist here, or Objective-C; nil where the compiler misses neither.
  static func need(in output: String) -> String? {
    if output.contains("error: Objective-C interoperability is disabled") { return "Objective-C" }
    guard let module = output.firstMatch(of: /error: no such module '(\w+)'/)?.1 else { return nil }
    return frameworks.contains(String(module)) ? "import \(module)" : nil
  }

  #if os(macOS)
    private static let frameworks: Set<String> = []
  #else
    private static let frameworks: Set = [
      "AVFoundation", "Accelerate", "ActivityKit", "AppIntents", "AppKit", "ARKit", "Charts", "CloudKit", "Cocoa",
      "Combine", "Contacts", "CoreBluetooth", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation", "CoreML",
      "CryptoKit", "Darwin", "EventKit", "GameKit", "HealthKit", "MapKit", "Metal", "MetalKit", "Network", "ObjectiveC",
      "OSLog", "Photos", "PlaygroundSupport", "QuartzCore", "RealityKit", "SceneKit", "Security", "SpriteKit",
      "StoreKit", "SwiftData", "SwiftUI", "UIKit", "UserNotifications", "Vision", "WatchKit", "WebKit", "WidgetKit",
      "os",
    ]
  #endif
}
