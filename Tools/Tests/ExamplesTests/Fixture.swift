import Foundation

@testable import Examples

/// A repository made from a folder of `Fixtures`, in a place where it can be built and changed.
struct Fixture {
  let root: String

  /// Copies the fixture `name`. Builds of the same `name` and `place` share their build folder from test run to test
  /// run, so that only the first of them builds anything.
  init(_ name: String, place: String = "shared") throws {
    let files = FileManager.default
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)")
    let tools = source.appendingPathComponent("../../../..").standardizedFileURL
    let target = tools.appendingPathComponent(".build/fixtures/\(place)/\(name)")
    root = target.path
    try files.createDirectory(at: target, withIntermediateDirectories: true)
    for old in try files.contentsOfDirectory(atPath: root) where old != ".build" {
      try files.removeItem(atPath: root + "/" + old)
    }
    for item in try files.contentsOfDirectory(atPath: source.path) where item != ".build" {
      try files.copyItem(atPath: source.appendingPathComponent(item).path, toPath: root + "/" + item)
    }
  }

  func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: root + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func verify(_ documents: [String], change: (inout Verifier.Options) -> Void = { _ in }) async throws -> Report {
    var configuration = Configuration()
    configuration.documents = documents
    configuration.timeout = 60
    configuration.outputLimit = 100_000
    var options = Verifier.Options()
    change(&options)
    return try await Verifier(root: root, configuration: configuration, options: options).verify()
  }
}
