import Foundation
import StreamsTesting
import Testing

private struct Offline: Error, Equatable { let code: Int }

@Suite(.leakCheck()) struct SnapshotTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()
  let name = "\(UUID())"

  private var file: URL { file(name) }

  private func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("__Snapshots__/SnapshotTests/snapshot.\(name).marbles")
  }

  private func remove() { try? FileManager.default.removeItem(at: file) }

  private func snapshot(_ marbles: String, _ mode: SnapshotRecordMode?, named name: String? = nil) -> Bool {
    let recorder = scheduler.record(scheduler.cold(marbles, values: ["a": 10, "b": 20], error: Offline(code: 7)))
    scheduler.run()
    let beginning = recorder.events[0].time.nanoseconds
    let recording = recorder.consumeAll().shifted(by: .nanoseconds(-beginning))
    return issues.collect {
      recording.expectSnapshot(named: name ?? self.name, record: mode, test: "snapshot()")
    }
  }

  /// Stores a snapshot as another process would, with one issue.
  private func store(_ marbles: String) throws {
    _ = snapshot(marbles, .missing, named: "\(name)-stored")
    try FileManager.default.moveItem(at: file("\(name)-stored"), to: file)
  }

  @Test func aMissingFileIsWrittenAndTheNextRunPasses() throws {
    defer { remove() }
    #expect(!snapshot("-a-b#", .missing))
    #expect(issues.all.map(\.text).joined().contains("was missing. It has been recorded"))
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == "frame 1 ms\n^a-b#\na = 10\nb = 20\n# = Offline(code: 7)\n")
    #expect(snapshot("-a-b#", .missing))
    #expect(snapshot("-a-b#", .never))
    #expect(snapshot("-a-b#", .all))
    #expect(issues.all.count == 1)
  }

  private struct Person: Equatable, CustomStringConvertible {
    let id: Int
    var description: String { "a" }
  }

  @Test(arguments: [1, 2]) func aDescriptionDoesNotHideADifference(id: Int) throws {
    defer { remove() }
    func snapshot(_ id: Int, named name: String) -> Bool {
      let recording = Recording<Person, Never>([.value(Person(id: id), at: .zero)])
      return issues.collect { recording.expectSnapshot(named: name, record: .missing, test: "snapshot()") }
    }
    _ = snapshot(1, named: "\(name)-stored")
    try FileManager.default.moveItem(at: file("\(name)-stored"), to: file)
    #expect(snapshot(id, named: name) == (id == 1))
  }

  @Test func twoSnapshotsWithOneFileAreAnIssue() {
    defer { remove() }
    let recording = Recording<Int, Never>([.value(1, at: .zero)])
    issues.collect {
      _ = recording.expectSnapshot(named: name, record: .missing, test: "snapshot()")
      _ = recording.expectSnapshot(named: name, record: .missing, test: "snapshot(of:)")
    }
    #expect(issues.all.last?.text.contains("Give each its own name") == true)
  }

  @Test(arguments: [SnapshotRecordMode.missing, .all, .never])
  func otherEventsInOneProcessAreAnIssueAndLeaveTheFile(mode: SnapshotRecordMode) throws {
    defer { remove() }
    for marbles in ["-a|", "-a|", "-b|"] { _ = snapshot(marbles, .missing) }
    let stored = try Data(contentsOf: file)
    #expect(!snapshot("-b|", mode))
    #expect(issues.all.count == 3)
    for issue in issues.all[1...] {
      #expect(issue.text.contains("an earlier one with other events, at this line"))
      #expect(issue.text.hasSuffix(#"expectSnapshot(named: "\(argument)")."#))
    }
    #expect(try Data(contentsOf: file) == stored)
    #expect(snapshot("-a|", mode))
  }

  @Test(arguments: ["-a--b#", "-b-b#", "-a-b|", "-a-b"])
  func anotherRecordingIsAnIssueAndLeavesTheFile(marbles: String) throws {
    defer { remove() }
    try store("-a-b#")
    let stored = try Data(contentsOf: file)
    #expect(!snapshot(marbles, .missing))
    #expect(!snapshot(marbles, .never))
    #expect(issues.all.count == 3)
    #expect(issues.all[1].text.contains("stream differs from its snapshot."))
    #expect(try Data(contentsOf: file) == stored)
  }

  @Test func allWritesWhatIsNewAndSaysSo() throws {
    defer { remove() }
    try store("-a|")
    #expect(!snapshot("-b|", .all))
    #expect(snapshot("-b|", .never))
  }

  @Test func withoutAFileNothingIsWrittenWhereThatIsForbidden() {
    defer { remove() }
    #expect(!snapshot("-a|", .never))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aStoredFileIsFoundByTheNameOfTheTest() throws {
    let recorder = scheduler.record(scheduler.cold("-a-b|"))
    scheduler.run()
    recorder.consumeAll().expectSnapshot(record: .never)
  }
}
