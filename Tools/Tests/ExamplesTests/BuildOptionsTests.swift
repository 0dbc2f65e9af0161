import Foundation
import Testing

@testable import Examples

extension EndToEndOfOthers {
  @Suite struct BuildOptionsTests {
    @Test func thePackagesAreBuiltInTheGivenFolder() async throws {
      let fixture = try Fixture("Workshop", copy: "WorkshopElsewhere")
      var configuration = try Configuration(root: fixture.root)
      configuration.buildOptions = ["--scratch-path", ".build/packages"]
      let report = try await Verifier(root: fixture.root, configuration: configuration).verify()
      #expect(report.passedCount == 5, "\(report.results.compactMap(\.failure?.detail))")
      let folder = "\(fixture.root)/.build/docs/\(ProbeBuilder.package)"
      #expect(!FileManager.default.fileExists(atPath: folder + "/.build"))
      let probe = try #require(BuiltProbe(folder: folder))
      #expect(probe.isCurrent && probe.program.hasPrefix(fixture.root + "/.build/packages/"))
      // As another build there would.
      let module = try #require(probe.compiled.first)
      #expect(utimes(module, nil) == 0)
      #expect(!probe.isCurrent)
    }
  }
}
