import Foundation

/// Lets one build at a time work in the folder around a site.
final class BuildLock {
  private let file: Int32

  /// Waits for other builds.
  init(around output: String) {
    let folder = URL(fileURLWithPath: output).standardizedFileURL.deletingLastPathComponent().path
    file = open(folder, O_RDONLY | O_CLOEXEC)
    if file >= 0 { flock(file, LOCK_EX) }
  }

  deinit {
    if file >= 0 { close(file) }
  }
}
