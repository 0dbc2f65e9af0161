import Foundation
import StreamsTesting
import Testing

private let streamsCore = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../Streams/Sources/StreamsCore").resolvingSymlinksInPath()

/// Whether the table is whole: it is compared with the sources of Streams.
@Suite(
  .leakCheck(), .enabled(if: FileManager.default.fileExists(atPath: streamsCore.path), "only where Streams lies beside")
)
struct TableTests {
  /// Methods of publishers that are not operators, or whose result is in the table by another name.
  private static let others: Set<String> = [
    "receive", "connect",
  ]

  @Test func everyOperatorIsInTheTable() throws {
    let names = Set(Table.all.flatMap { $0.name.split { !$0.isLetter }.map(String.init) })
    let method = /^  (?:@[\w()]+ )*public func (\w+)/.anchorsMatchLineEndings()
    var methods: Set<String> = []
    for text in try sources("Operators") {
      // Methods of Publisher are in its extensions, at the left margin; those of the publishers themselves are requirements.
      for found in text.matches(of: method) { methods.insert(String(found.1)) }
    }
    #expect(methods.count > 60)
    #expect(methods.subtracting(names).subtracting(Self.others) == [], "missing in Tests/StreamsLawTests/Table")
  }

  @Test func everyPublisherIsInTheTable() throws {
    let written = Table.all.map(\.type).joined(separator: " ")
    let names = Set(written.split { !($0.isLetter || $0.isNumber) }.map(String.init))
    let type = /public (?:struct|final class) (\w+)[^\n{]*: (?:Publisher|ConnectablePublisher|Subject)\b/
    var types: Set<String> = []
    for text in try sources("Operators") + sources("Publishers") + sources("Subjects") + sources("Observation") {
      for found in text.matches(of: type) { types.insert(String(found.1)) }
    }
    #expect(types.count > 70)
    #expect(types.subtracting(names).subtracting(["Publisher"]) == [], "missing in Tests/StreamsLawTests/Table")
  }

  /// The sources of a folder of StreamsCore.
  private func sources(_ folder: String) throws -> [String] {
    let root = streamsCore.appendingPathComponent(folder)
    guard let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return [] }
    let files = found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try files.map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
