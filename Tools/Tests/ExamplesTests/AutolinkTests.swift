import Foundation
import Testing

@testable import Examples

#if os(Linux)
  /// The flags in object files are those that the compiler's own tool finds.
  @Suite struct AutolinkTests {
    private let folder: String

    init() throws {
      folder = NSTemporaryDirectory() + "autolink-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      return "\(folder)/\(name)"
    }

    private func run(_ toolchain: Toolchain, _ tool: String, _ arguments: [String]) async throws {
      let result = try await Command(
        executable: toolchain.tool(tool), arguments: arguments, directory: folder, output: "\(folder)/log"
      ).run()
      #expect(result.end == .exit(0), "\(String(decoding: result.errors, as: UTF8.self))")
    }

    @Test func flagsAreThoseOfTheCompilersTool() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let toolchain = try await Toolchain(cache: folder)
      let source = try write("import XCTest\nprint(\"-lnothing\", Date(), XCTestCase.self)\n", to: "one.swift")
      let object = "\(folder)/one.o"
      try await run(toolchain, "swiftc", ["-c", source, "-o", object])
      try await run(toolchain, "swift-autolink-extract", [object, "-o", "\(folder)/flags"])
      let flags = try String(contentsOfFile: "\(folder)/flags", encoding: .utf8)
      let found = try #require(AutolinkEntries.flags(in: [object, object]))
      let foundation = try #require(found.firstIndex(of: "-lFoundation"))
      let tests = try #require(found.firstIndex(of: "-lXCTest"))
      #expect(foundation < tests, "as the compiler's tool has it")
      #expect(found.count == Set(found).count)
      #expect(Set(found) == Set(ResponseFile.words(in: flags)))
    }

    @Test func theLanguagesLibrariesComeFirst() {
      let flags = ["-lXCTest", "-lOwn", "-lFoundation", "-lswiftCore"]
      #expect(AutolinkEntries.ordered(flags) == ["-lFoundation", "-lswiftCore", "-lXCTest", "-lOwn"])
    }

    @Test func cObjectsHaveNone() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let toolchain = try await Toolchain(cache: folder)
      let source = try write("int one(void) { return 1; }\n", to: "one.c")
      try await run(toolchain, "clang", ["-c", source, "-o", "\(folder)/one.o"])
      #expect(AutolinkEntries.flags(in: ["\(folder)/one.o"]) == [])
    }

    @Test func whatIsNoObjectIsLeftToTheCompilersTool() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(AutolinkEntries.flags(in: [try write("text", to: "text.o")]) == nil)
      #expect(AutolinkEntries.flags(in: [try write("", to: "empty.o")]) == nil)
      #expect(AutolinkEntries.flags(in: ["\(folder)/missing.o"]) == nil)
      let toolchain = try await Toolchain(cache: folder)
      let source = try write("int one(void) { return 1; }\n", to: "one.c")
      try await run(toolchain, "clang", ["-c", source, "-o", "\(folder)/one.o"])
      let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/one.o"))
      for count in stride(from: 0, to: whole.count, by: 16) {
        try whole.prefix(count).write(to: URL(fileURLWithPath: "\(folder)/part.o"))
        #expect(AutolinkEntries.flags(in: ["\(folder)/part.o"]) == nil, "the first \(count) bytes")
      }
    }
  }
#endif
