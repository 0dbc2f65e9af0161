import Foundation
import Testing

/// Our publishers declare that they are ours, and attach a custom subscriber by its node.
struct EdgeTests {
  @Test func everyPublisherDeclaresWhetherItIsACustomOne() throws {
    for file in try publisherFiles() {
      let receivers = file.text.components(separatedBy: "func receive(subscriber: some Subscriber<").count - 1
      let declared = [": OwnPublisher", ", OwnPublisher", "static var _traits: "].map {
        file.text.components(separatedBy: $0).count - 1
      }
      #expect(receivers <= declared.reduce(0, +), "\(file.name)")
    }
  }

  @Test func noOperatorHoldsACustomSubscriberInPlace() throws {
    let asNode = [
      "if S.isCustom { return _attach(node: subscriber._erased()) }", "subscriber._erased()", "upstream.attach(",
      "receive(subscriber: subscriber)", "subscriber.receive(only:",
    ]
    for file in try publisherFiles() {
      for body in file.text.components(separatedBy: "func receive(subscriber: some Subscriber<").dropFirst() {
        let body = body.prefix(800)
        #expect(asNode.contains { body.contains($0) }, "\(file.name)")
      }
    }
  }

  private struct File {
    let name: String
    let text: String
  }

  /// The sources of StreamsCore with a publisher that handles the subscriber itself.
  private func publisherFiles() throws -> [File] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/StreamsCore")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".swift") && $0 != "Core/Publisher.swift"
    }
    let files = try paths.map {
      File(name: $0, text: try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8))
    }.filter { $0.text.contains("func receive(subscriber: some Subscriber<") }
    #expect(files.count > 5)
    return files
  }
}
