import Foundation
import Testing

struct TerminalTests {
  @Test(arguments: ["verify --root .", "build Docs --root ."])
  func escapeSequencesOfPagesAreShownAsText(command: String) throws {
    let folder = NSTemporaryDirectory() + "terminal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/Docs", withIntermediateDirectories: true)
    let page = "# A\n\n[a](b.md) \u{1B}]0;title\u{7}\n\n```swift timeout=0s \u{1B}[31m\nprint(1)\n```\n"
    try page.write(toFile: folder + "/Docs/index.md", atomically: true, encoding: .utf8)
    let (output, status) = try Shell.run("cd '\(folder)' && '\(Shell.program)' \(command)")
    #expect(status != 0)
    #expect(output.contains("␛") && !output.contains("\u{1B}"), "\(output)")
  }

  @Test func settingsThatAreWrongDoNotEndAWatch() throws {
    let folder = NSTemporaryDirectory() + "terminal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ text: String, to file: String) throws {
      try text.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
    }
    try write("# A\n", to: "README.md")
    try write("{", to: ".docs.json")
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: Shell.program)
    watch.arguments = ["build", "--root", ".", "--watch"]
    watch.currentDirectoryURL = URL(fileURLWithPath: folder)
    watch.standardOutput = FileHandle.nullDevice
    let pipe = Pipe()
    watch.standardError = pipe
    try watch.run()
    defer {
      watch.terminate()
      watch.waitUntilExit()
    }
    for text in ["{ \"examples\"", ""] {
      #expect(!pipe.fileHandleForReading.availableData.isEmpty, "it ended")
      if !text.isEmpty { try write(text, to: ".docs.json") }
    }
  }

  @Test func escapeSequencesOfSettingsAreShownAsText() throws {
    let folder = NSTemporaryDirectory() + "terminal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for setting in [#""\u001b]0;title\u0007": 1"#, #""attributes": { "\u202e.md": "\u001b[31m" }"#] {
      try #"{ "examples": { \#(setting) } }"#.write(toFile: folder + "/.docs.json", atomically: true, encoding: .utf8)
      let (output, status) = try Shell.run("'\(Shell.program)' verify --root '\(folder)'")
      #expect(status != 0)
      #expect(
        output.contains("␛") && !output.unicodeScalars.contains { ["\u{1B}", "\u{202E}"].contains($0) }, "\(output)")
    }
  }
}
