import Foundation

/// Writes a file, and the folders around it.
func write(_ file: URL, _ text: String) throws {
  try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file)
}

/// Calls `body` with a new folder, and removes that afterwards.
func temporaryFolder<Result>(in parent: URL? = nil, _ body: (URL) throws -> Result) throws -> Result {
  let folder = (parent ?? FileManager.default.temporaryDirectory).appending(path: "bench-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Prints a line at once, also into a pipe or a file.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
