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
    let old = stamps
    stamps = [:]
    var rest = paths
    while let path = rest.popLast() {
      let stamp = FileStamp(path: path)
      if !stamp.isFolder {
        if stamp.exists { stamps[path] = stamp }
      } else if paths.contains(path) || !FileStamp.isLink(path) {
        rest += (Folder(path)?.names ?? []).map { "\(path)/\($0)" }
      }
    }
    return stamps != old
  }
}
