import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// Libraries that are built again without SwiftPM.
  @Suite struct ModuleRebuildTests {
    private let source = "Sources/Alarm/Alarm.swift"
    private let page = """
      ```swift
      import Alarm
      print(Drum().sound)
      ```

      """

    private func library(_ body: String, more: String = "") -> String {
      "public struct Drum {\n  public init() {}\n  public var sound: String { \(body) }\n\(more)}\n"
    }

    /// What the example prints, and the lines of SwiftPM's log.
    private func check(_ fixture: Fixture) async throws -> (output: String?, log: Date?) {
      let report = try await fixture.verify(["docs/sound.md"])
      #expect(report.results.compactMap(\.failure).map(\.message) == [])
      let log = fixture.root + "/.build/docs/probes/docs-probe-main/build.log"
      let attributes = try FileManager.default.attributesOfItem(atPath: log)
      return (report.results.first?.output, attributes[.modificationDate] as? Date)
    }

    @Test func aBodyIsCompiledAloneAndAnInterfaceIsNot() async throws {
      let fixture = try Fixture("Reporting")
      try fixture.write(page, to: "docs/sound.md")
      try fixture.write(library("\"bum\""), to: source)
      let first = try await check(fixture)
      #expect(first.output == "bum\n")

      try fixture.write(library("\"bum, bum\""), to: source)
      let second = try await check(fixture)
      #expect(second.output == "bum, bum\n")
      #expect(second.log == first.log, "SwiftPM was not asked")

      try fixture.write(library("loud", more: "  public var loud: String { \"BUM\" }\n"), to: source)
      let third = try await check(fixture)
      #expect(third.output == "BUM\n")
      #expect(third.log != second.log, "SwiftPM was asked")

      try fixture.write("extension Drum { var quiet: String { \"bm\" } }\n", to: "Sources/Alarm/Quiet.swift")
      try fixture.write(library("quiet", more: "  public var loud: String { \"BUM\" }\n"), to: source)
      #expect(try await check(fixture).output == "bm\n", "a new file")

      try fixture.write(library("missing"), to: source)
      let broken = try await fixture.verify(["docs/sound.md"])
      #expect(broken.results.first?.failure?.detail.contains("cannot find 'missing'") == true)
    }
  }
}
