import Foundation

/// The file of a snapshot, in the folder `__Snapshots__` beside the file of the test.
struct SnapshotFile {
  let url: URL

  init(_ name: String?, test: String, path: String) {
    let file = URL(fileURLWithPath: path)
    let function = String(test.prefix { $0 != "(" })
    let title = [function, name].compactMap(\.self).map(Self.safe).joined(separator: ".")
    url = file.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
      .appendingPathComponent(file.deletingPathExtension().lastPathComponent)
      .appendingPathComponent("\(title).marbles")
  }

  private static let lock = NSLock()
  /// The first use of each file in this process: its line, and its contents. Guarded by `lock`.
  nonisolated(unsafe) private static var uses: [String: (place: String, text: String)] = [:]

  /// Compares `text` with the file, or writes it. Returns the problem, or nil if there is none.
  func complaint(_ text: String, of stream: String, mode: SnapshotRecordMode, at place: CallPlace) -> String? {
    let first = Self.lock.withLock {
      let first = Self.uses[url.path, default: (place.description, text)]
      Self.uses[url.path] = first
      return first
    }
    guard first == (place.description, text) else {
      let other = first.place == place.description ? "an earlier one with other events, at this line" : first.place
      return "The snapshot of \(stream) has the same file as \(other): \(url.path). Give each its own name, as in "
        + "expectSnapshot(named: \"\\(argument)\")."
    }
    do {
      guard FileManager.default.fileExists(atPath: url.path) else {
        guard mode != .never else {
          return "There is no snapshot of \(stream) at \(url.path); run the test once with 'record: .missing'."
        }
        try write(text)
        return "The snapshot of \(stream) was missing. It has been recorded at \(url.path); run the test again."
      }
      let stored = try String(contentsOf: url, encoding: .utf8).replacingOccurrences(of: "\r\n", with: "\n")
      guard mode != .all else {
        guard stored != text else { return nil }
        try write(text)
        return "The snapshot of \(stream) is recorded again at \(url.path); run the test again without 'record: .all'."
      }
      return stored == text ? nil : Self.difference(stored, text, of: stream, at: url.path)
    } catch {
      return "The snapshot of \(stream) at \(url.path) cannot be used: \(error.localizedDescription)"
    }
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private static func difference(_ stored: String, _ text: String, of stream: String, at path: String) -> String {
    """
    \(stream) differs from its snapshot.
    \(valueDiff(stored, text) ?? "  expected \(stored)\n  actual   \(text)")
      If the change is intended, record it again with STREAMS_SNAPSHOT_RECORD=all; the file is \(path).
    """
  }

  /// Returns a part of a file name: letters and digits are kept, others are replaced by a hyphen.
  private static func safe(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}
