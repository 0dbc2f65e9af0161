import Foundation
import Testing

@testable import Examples

@Suite struct StaleObjectTests {
  @Test(arguments: [(-10.0, false), (-0.5, true), (0.2, true)])
  func anObjectGoesUnlessItIsASecondYounger(edit: TimeInterval, goes: Bool) throws {
    let folder = NSTemporaryDirectory() + "stale-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (source, object, map) = (folder + "/a.swift", folder + "/a.o", folder + "/map.json")
    let made = Date(timeIntervalSince1970: 1_000_000)
    for (file, date) in [(source, made + edit), (object, made)] {
      #expect(FileManager.default.createFile(atPath: file, contents: Data()))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    try JSONEncoder().encode(["": ["swift-dependencies": "m"], source: ["object": object]])
      .write(to: URL(fileURLWithPath: map))
    StaleObjects.remove(of: [BuildPlan.Step(name: "C.a.module", arguments: ["swiftc", "-output-file-map", map])])
    #expect(FileManager.default.fileExists(atPath: object) == !goes)
  }
}
