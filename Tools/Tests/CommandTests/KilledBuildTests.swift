import Foundation
import Testing

struct KilledBuildTests {
  /// The moments differ from machine to machine. At each of them the site must be whole.
  @Test func aBuildKilledAtAnyMomentLeavesOneSite() throws {
    let folder = NSTemporaryDirectory() + "killed-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
    let pages = 0..<60
    func write(edition: Int) throws {
      for page in pages {
        let text = "# Page \(page)\n\nEdition \(edition).\n\n[next](page\((page + 1) % pages.count).md)\n"
        try text.write(toFile: folder + "/in/page\(page).md", atomically: false, encoding: .utf8)
      }
    }
    func editions() throws -> Set<Substring> {
      Set(
        try pages.map { page in
          let html = try String(contentsOfFile: folder + "/out/page\(page).html", encoding: .utf8)
          return try #require(html.firstMatch(of: /Edition [0-9]+/)?.0)
        })
    }
    let build = "'\(Shell.program)' build '\(folder)/in' --output '\(folder)/out' --root '\(folder)'"
    try write(edition: 0)
    try #require(try Shell.run(build).status == 0)
    let clock = ContinuousClock()
    try write(edition: 1)
    let whole = try clock.measure { _ = try Shell.run(build) } / .seconds(1)
    #expect(try editions() == ["Edition 1"])

    for edition in 2..<18 {
      try write(edition: edition)
      let moment = whole * Double(edition) / 14
      _ = try Shell.run("\(build) & sleep \(moment); kill -9 $!; wait")
      let found = try editions()
      #expect(found.count == 1, "\(found)")
    }
    #expect(try Shell.run(build).status == 0)
    #expect(try editions() == ["Edition 17"])
    #expect(!FileManager.default.fileExists(atPath: folder + "/out.docs-staging"))
  }
}
