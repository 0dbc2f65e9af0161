import Foundation
import Testing

/// The program's messages about files that it may not read or write. Root may read all files, so tests run by root start
/// the program as another user.
@Suite(.enabled(if: Shell.isBoundByPermissions, "root may read all, and setpriv is missing")) struct UnreadableFileTests
{
  @Test(arguments: [
    ("in/guide/secret.md", "in/guide/secret.md: error: cannot be read: permission denied"),
    ("in/guide", "in/guide: error: this folder cannot be read: Permission denied"),
    ("in/SUMMARY.md", "in/SUMMARY.md: error: cannot be read: permission denied"),
    ("in/chart.png", "in/chart.png: error: this file cannot be read"),
    ("in/.docs.json", "in/.docs.json: error: "),
    ("in", "in: error: this folder cannot be read: Permission denied"),
    ("out/guide", "out/guide/secret.html: error: cannot be "),
    (".", "out.docs-staging: error: this folder cannot be made: Permission denied"),
  ])
  func theLastGoodSiteStays(forbidden: String, message: String) throws {
    let folder = NSTemporaryDirectory() + "unreadable-\(UUID().uuidString)"
    let files = FileManager.default
    defer {
      chmod("\(folder)/\(forbidden)", 0o777)
      try? files.removeItem(atPath: folder)
    }
    try files.createDirectory(atPath: folder + "/in/guide", withIntermediateDirectories: true)
    // The build folder may lie where only its owner may look.
    try files.copyItem(atPath: Shell.program, toPath: folder + "/docs")
    func write(_ text: String, to file: String) throws {
      try text.write(toFile: "\(folder)/in/\(file)", atomically: false, encoding: .utf8)
    }
    try write("# Home\n\n[Secret](guide/secret.md) ![A chart](chart.png)\n", to: "index.md")
    try write("# Secret\n\nBefore.\n", to: "guide/secret.md")
    try write("- [Home](index.md)\n- [Secret](guide/secret.md)\n", to: "SUMMARY.md")
    try write("no picture", to: "chart.png")
    try write("{}", to: ".docs.json")
    for path in ["", "/in", "/in/guide"] { chmod(folder + path, 0o777) }
    let build = "cd '\(folder)'; \(Shell.withoutPrivileges) ./docs build in --output out"

    let first = try Shell.run(build)
    try #require(first.status == 0, "\(first.output)")
    func site() -> [String: String] {
      var contents: [String: String] = [:]
      for path in files.enumerator(atPath: folder + "/out")?.compactMap({ $0 as? String }) ?? []
      where !path.hasPrefix(".") {
        contents[path] = files.contents(atPath: "\(folder)/out/\(path)").map { String(decoding: $0, as: UTF8.self) }
      }
      return contents
    }
    let before = site()
    try #require(before["guide/secret.html"]?.contains("Before.") == true)

    try write("# Secret\n\nAfter.\n", to: "guide/secret.md")
    try write("another picture", to: "chart.png")
    chmod("\(folder)/\(forbidden)", forbidden.hasPrefix("in") ? 0 : 0o555)
    let second = try Shell.run(build)
    #expect(second.status == 1)
    #expect(second.output.contains(message), "\(second.output)")
    chmod("\(folder)/\(forbidden)", 0o777)
    #expect(site() == before)

    let third = try Shell.run(build)
    #expect(third.status == 0)
    #expect(site()["guide/secret.html"]?.contains("After.") == true)
  }
}
