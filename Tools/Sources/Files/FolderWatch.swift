import Foundation

/// Notices that files in some folders were changed, added or removed.
///
/// Changes are found by sizes and times, which works on every system and every kind of file system; a thousand
/// files take about a millisecond.
package struct FolderWatch {
  private let paths: [String]
  private var stamps: [String: FileStamp] = [:]

  /// Watches the files at `paths` and those in folders among them, hidden ones aside.
  package init(_ paths: [String]) {
    self.paths = paths
    _ = hasChanged()
  }

  /// Returns as soon as anything is different from the last time this was asked.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package mutating func waitForChange() async throws {
    var start = ContinuousClock.now
    while !hasChanged() {
      // A large folder is looked at less often, so that watching stays cheap.
      let cost = start.duration(to: .now) * 20
      try await Task.sleep(for: min(max(.milliseconds(100), cost), .seconds(1)))
      start = .now
    }
  }

  /// Whether anything is different from the last time this was asked.
  package mutating func hasChanged() -> Bool {
    var look = Look()
    for path in paths { look.add(path, isTop: true) }
    while let folder = look.folders.popLast() {
      for name in Folder(folder)?.names ?? [] { look.add("\(folder)/\(name)", isTop: false) }
    }
    defer { stamps = look.stamps }
    return look.stamps != stamps
  }

  /// One look at everything.
  private struct Look {
    var stamps: [String: FileStamp] = [:]
    var folders: [String] = []

    mutating func add(_ path: String, isTop: Bool) {
      var status = stat()
      guard (isTop ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: folders.append(path)
      case S_IFLNK where stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR: return
      default: stamps[path] = FileStamp(status)
      }
    }
  }
}
