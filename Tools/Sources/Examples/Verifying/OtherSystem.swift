/// What an example needs that this system does not have.
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
