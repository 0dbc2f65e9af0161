import Files
import Foundation
import Testing

struct FolderTests {
  @Test func aFolderIsWalkedOnceAlsoIfLinksLeadBackToIt() throws {
    let root = NSTemporaryDirectory() + "walked-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/deep", withIntermediateDirectories: true)
    for path in ["a", "deep/b"] { try Data().write(to: URL(fileURLWithPath: "\(root)/\(path)")) }
    for link in ["deep/loop", "again", "c"] {
      let target = ["again": "deep", "c": "a"][link] ?? root
      try manager.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    #expect(Folder.files(below: root).map { $0.dropFirst(root.count + 1) } == ["a", "again/b", "c"])
  }
}
