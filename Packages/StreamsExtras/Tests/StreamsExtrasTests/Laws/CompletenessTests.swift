import Foundation
import Testing

private let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../Sources/StreamsExtras").resolvingSymlinksInPath()

/// Whether the laws check every operator and source. Their names are read from this package's sources.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: sources.path), "only where the sources are"))
struct CompletenessTests {
  /// Methods that return no publisher.
  private static let others: Set<String> = ["receive", "send", "assign"]

  /// `precondition` prints no message in a release build.
  @Test func aTrapPrintsItsMessageInReleaseBuildsToo() throws {
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("precondition("), "\(file.lastPathComponent)")
    }
    #expect(count > 50)
  }

  /// Streams takes a publisher that does not say so for a custom one, and puts a gate before its subscriber.
  @Test func everyPublisherSaysThatItIsNoCustomOne() throws {
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let publishers = text.matches(of: /func receive[^(]*\(subscriber:/).count
      expectEqual(text.matches(of: /[:,] OwnPublisher\b/).count, publishers, "\(file.lastPathComponent)")
      count += publishers
    }
    #expect(count > 8)
  }

  @Test func theLawsCheckEveryOperator() throws {
    let rows = LawTests.sources + LawTests.combining + LawTests.errors + LawTests.selecting + LawTests.tasks
    let names = Set(rows.flatMap { $0.name.split { !$0.isLetter }.map(String.init) })
    let method = /^  (?:@\w+ )*public (?:static )?func `?(\w+)/.anchorsMatchLineEndings()
    var methods: Set<String> = []
    for folder in ["Sources", "Combining", "Errors", "Selecting", "Assigning", "Async"] {
      let files = try FileManager.default.contentsOfDirectory(
        at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for file in files where file.lastPathComponent != "Backoff.swift" {
        for found in try String(contentsOf: file, encoding: .utf8).matches(of: method) {
          methods.insert(String(found.1))
        }
      }
    }
    #expect(methods.count > 45)
    expectEqual(methods.subtracting(names).subtracting(Self.others), [], "missing in LawTests.swift")
  }
}
