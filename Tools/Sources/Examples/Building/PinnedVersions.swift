import Foundation

/// The versions of dependencies that a repository has in its own `Package.resolved`.
enum PinnedVersions {
  static let file = "Package.resolved"

  /// Gives the package in `folder` the versions that the packages in `packages` are pinned to. Of two, the first counts.
  static func copy(from packages: [String], to folder: String) {
    var pins: [String: Any] = [:]
    for package in packages {
      let data = FileManager.default.contents(atPath: "\(package)/\(file)") ?? Data()
      let found = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      for case let pin as [String: Any] in found?["pins"] as? [Any] ?? [] {
        if let identity = pin["identity"] as? String, pins[identity] == nil { pins[identity] = pin }
      }
    }
    guard !pins.isEmpty else { return }
    let merged: [String: Any] = ["version": 2, "pins": pins.sorted { $0.key < $1.key }.map(\.value)]
    let data = try? JSONSerialization.data(withJSONObject: merged, options: [.sortedKeys])
    try? data?.write(to: URL(fileURLWithPath: "\(folder)/\(file)"), options: .atomic)
  }
}
