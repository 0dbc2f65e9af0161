import Files
import Foundation
import Testing

struct FolderWatchTests {
  private let root = NSTemporaryDirectory() + "watched-\(UUID().uuidString)"

  private func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: "\(root)/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func aWaitEndsWithAChangeOrTheTask() async throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    var watch = FolderWatch([root])
    for name in ["a.md", "b.md"] {
      try write(name, to: name)
      try await watch.waitForChange()
    }
    let waiting = Task { [root] in
      var watch = FolderWatch([root])
      try await watch.waitForChange()
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func changedNewAndRemovedFilesAreSeen() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("a", to: "deep/a.md")
    try FileManager.default.createSymbolicLink(atPath: root + "/deep/loop", withDestinationPath: root)
    var watch = FolderWatch([root, root + "/not-there.json"])
    func change() -> Bool { watch.hasChanged() }
    #expect(change() == false)
    try write("b", to: "deep/a.md")
    #expect(change() == true)
    #expect(change() == false)
    try write("{}", to: "not-there.json")
    #expect(change() == true)
    try FileManager.default.removeItem(atPath: root + "/deep/a.md")
    #expect(change() == true)
  }
}
