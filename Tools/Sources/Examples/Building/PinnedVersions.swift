import Foundation

/// The versions of dependencies that a repository has in its own `Package.resolved`.
enum PinnedVersions {
  static let file = "Package.resolved"

  private struct Pins: Codable {
    struct Pin: Codable {
      struct State: Codable { var branch, revision, version: String? }

      var identity, kind, location: String
      var state: State
    }

    var pins: [Pin]
    var version = 2
  }

  /// Gives the package in `folder` the versions that the packages in `packages` are pinned to. Of two, the first counts.
  static func copy(from packages: [String], to folder: String) {
    var pins: [String: Pins.Pin] = [:]
    for package in packages {
      guard let data = FileManager.default.contents(atPath: "\(package)/\(file)"),
        let found = try? JSONDecoder().decode(Pins.self, from: data)
      else { continue }
      for pin in found.pins where pins[pin.identity] == nil { pins[pin.identity] = pin }
    }
    guard !pins.isEmpty else { return }
    let merged = Pins(pins: pins.values.sorted { $0.identity < $1.identity })
    try? JSONEncoder().encode(merged).write(to: URL(fileURLWithPath: "\(folder)/\(file)"), options: .atomic)
  }
}
