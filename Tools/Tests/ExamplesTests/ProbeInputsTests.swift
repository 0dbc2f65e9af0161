import Foundation
import Testing

@testable import Examples

/// Every change that could make a built probe out of date is seen.
struct ProbeInputsTests {
  private let root = NSTemporaryDirectory() + "inputs-\(UUID().uuidString)"

  private func write(_ text: String, to file: String) throws {
    let path = URL(fileURLWithPath: "\(root)/\(file)")
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  private var graph: PackageGraph {
    func target(_ kind: PackageGraph.Target.Kind, _ name: String) -> PackageGraph.Target {
      PackageGraph.Target(kind: kind, module: name, folder: "\(root)/Sources/\(name)", flags: [], isLocal: true)
    }
    return PackageGraph(
      packages: [root],
      targets: [target(.swift, "A"), target(.macro, "M"), target(.clang, "C"), target(.system, "S")])
  }

  @Test func everyChangeOfAnInputIsSeen() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try write("{}", to: "Package.resolved")
    try write("", to: "Sources/A/a.swift")
    try write("", to: "Sources/A/Catalog.docc/A.md")
    try write("", to: "Sources/M/macro.swift")
    try write("", to: "Sources/C/include/deep/c.h")
    try write("", to: "Sources/S/module.modulemap")
    try write("", to: "Sources/A/Data/.value")
    func inputs() -> ProbeInputs { ProbeInputs(graph: graph, files: [root + "/Package.resolved"]) }
    let before = inputs()
    var seen: Set = [before.fingerprint]
    for file in [
      "Package.swift", "Package.resolved", "Package@swift-6.1.swift", "Sources/A/a.swift",
      "Sources/A/New/Folder/b.swift", "Sources/A/Data/.value",
      "Sources/M/macro.swift", "Sources/C/include/deep/c.h", "Sources/C/include/new.h", "Sources/S/module.modulemap",
    ] {
      try write("// changed", to: file)
      #expect(seen.insert(before.fingerprint).inserted, "\(file)")
    }
    try write("changed", to: "Sources/A/Catalog.docc/A.md")
    #expect(!seen.insert(before.fingerprint).inserted, "a catalog of DocC is not built")
    for file in [".DS_Store", ".a.swift.swp"] {
      try write("changed", to: "Sources/A/" + file)
      #expect(!seen.insert(before.fingerprint).inserted, "\(file)")
    }
  }

  @Test func aPluginMayReadAnyFileOfItsPackage() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("let a = Target.target(name: \"A\", plugins: [\"P\"])\n", to: "Package.swift")
    let before = ProbeInputs(graph: graph, files: [])
    var seen: Set = [before.fingerprint]
    for file in ["schema.json", "Plugins/P/plugin.swift"] {
      try write("changed", to: file)
      #expect(seen.insert(before.fingerprint).inserted, "\(file)")
    }
    try write("changed", to: "README.md")
    #expect(!seen.insert(before.fingerprint).inserted, "documents are not built")
    for (value, setting) in ["headerSearchPath(\"../../Shared\")", "unsafeFlags([\"-IShared\"])"].enumerated() {
      try write("let a = [CSetting.\(setting)]\n", to: "Package.swift")
      let shared = ProbeInputs(graph: graph, files: [])
      seen = [shared.fingerprint]
      try write("#define VALUE \(value)0", to: "Shared/v.h")
      #expect(seen.insert(shared.fingerprint).inserted, "a header outside of targets")
    }
    try write("let a = Target.target(name: \"A\")\n", to: "Package.swift")
    let plain = ProbeInputs(graph: graph, files: [])
    seen = [plain.fingerprint]
    try write("changed again", to: "schema.json")
    #expect(!seen.insert(plain.fingerprint).inserted, "no plugin reads it")
  }

  @Test func whatAsksForTheCallersPlaceIsKnown() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write(
      """
      public func here(line: Int = #line) -> Int { line }
      public struct Log { public init(_ text: String, file: String = #fileID) {} }
      extension Log { public subscript(a: Int, line: Int = #line) -> Int { line } }
      public macro stamp() -> Int = #externalMacro(module: "M", type: "Stamp")
      public func there() {}
      """, to: "Sources/A/a.swift")
    #expect(graph.callersPlace() == ["Log", "[", "here", "init", "stamp"])
    try write(
      """
      @dynamicMemberLookup public struct Log {
        public func callAsFunction(line: Int = #line) {}
        public subscript<T: P>(dynamicMember name: T, line: Int = #line) -> Int { line }
      }
      """, to: "Sources/A/a.swift")
    #expect(graph.callersPlace() == ["(", "."])
  }

  @Test func interoperabilityOfALocalPackageIsFound() async throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let toolchain = try await Toolchain(cache: NSTemporaryDirectory())
    func usesCxx(_ setting: String, isLocal: Bool = true) async throws -> Bool {
      let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(name: "C", targets: [.target(name: "A", swiftSettings: [\(setting)])])

        """
      try write(manifest, to: "Package.swift")
      let target = PackageGraph.Target(
        kind: .swift, module: "A", folder: root + "/Sources/A", flags: [], isLocal: isLocal)
      return try await PackageGraph(packages: [root], targets: [target]).usesCxx(cache: root, toolchain)
    }
    #expect(try await usesCxx(".interoperabilityMode(.Cxx)"))
    #expect(try await !usesCxx(".interoperabilityMode(.Cxx)", isLocal: false))
    #expect(try await !usesCxx(".interoperabilityMode(.C)"))
    #expect(try await !usesCxx("/* .interoperabilityMode(.Cxx) */"))
  }

  @Test func theEnvironmentCountsWhereAManifestReadsIt() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let plain = ProbeInputs(graph: graph, files: [])
    #expect(plain.fingerprint(environment: ["A": "1"]) == plain.fingerprint(environment: ["A": "2"]))
    try write("import PackageDescription\nlet isNew = Context.environment[\"A\"] == \"1\"\n", to: "Package.swift")
    let reading = ProbeInputs(graph: graph, files: [])
    #expect(reading.fingerprint(environment: ["A": "1"]) != reading.fingerprint(environment: ["A": "2"]))
    #expect(reading.fingerprint(environment: ["PWD": "1"]) == reading.fingerprint(environment: ["PWD": "2"]))
  }

  @Test func versionsArePinnedAsInTheRepository() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    func pins(_ identity: String, _ version: String) -> String {
      """
      {"originHash": "1", "version": 3, "pins": [{"identity": "\(identity)", "kind": "remoteSourceControl",
       "location": "https://example.org/\(identity)", "state": {"revision": "\(version)0", "version": "\(version)"}}]}
      """
    }
    try write(pins("a", "1.0.0"), to: "One/Package.resolved")
    try write(pins("b", "2.0.0"), to: "Two/Package.resolved")
    try write("", to: "Probe/Package.swift")
    PinnedVersions.copy(from: ["\(root)/One", "\(root)/Two", "\(root)/Three"], to: root + "/Probe")
    let text = try String(contentsOfFile: root + "/Probe/Package.resolved", encoding: .utf8)
    #expect(text.contains("\"version\":\"1.0.0\"") && text.contains("\"version\":\"2.0.0\""))
  }
}
