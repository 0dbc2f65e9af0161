import Foundation
import Testing

/// Compares `text` with the file `Golden/NAME` beside the tests, in which paths begin with that of the tests' folder. With
/// `UPDATE_GOLDEN=1` in the environment it writes the file instead.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = goldenFile(name)
  let folder = file.deletingLastPathComponent().deletingLastPathComponent().path
  let found = text.replacing(folder, with: "/StreamsTestingTests") + (text.hasSuffix("\n") ? "" : "\n")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? found.write(to: file, atomically: true, encoding: .utf8)
    return
  }
  let wanted = (try? String(contentsOf: file, encoding: .utf8)) ?? "(there is no such file)"
  #expect(found == wanted, "Golden/\(name)", sourceLocation: sourceLocation)
}

/// The text of the file `Golden/NAME`, without its last line end.
func golden(_ name: String) -> String {
  String(((try? String(contentsOf: goldenFile(name), encoding: .utf8)) ?? "(there is no such file)").dropLast())
}

private func goldenFile(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent(name)
}
