import Files
import Foundation

/// The folder of all files made for a check. One verifier at a time works in it.
final class BuildFolder {
  let path: String
  private let lock: Int32

  /// Makes the folder and waits until no other verifier works in it.
  ///
  /// - Throws: `VerifierError` when the folder cannot be made; `CancellationError` when the task is cancelled meanwhile.
  init(_ path: String, waiting: () -> Void) async throws {
    self.path = path
    do {
      for folder in ["objects", "libraries", "runs", "sources"] {
        try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
    } catch {
      throw VerifierError("\(path): cannot be made: \(error.localizedDescription)")
    }
    let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    self.lock = lock
    guard lock >= 0 else {
      let reason = String(cString: strerror(errno))
      throw VerifierError("\(path)/lock: cannot be opened: \(reason); make \(path) writable, or remove it")
    }
    guard flock(lock, LOCK_EX | LOCK_NB) != 0 else { return }
    waiting()
    // A wait without end could not be interrupted.
    while flock(lock, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(for: .milliseconds(100)) }
  }

  deinit {
    close(lock)
  }

  /// Removes what later checks have no use for: libraries, and objects other than those of `modules`; nil keeps all.
  func tidy(keeping modules: Set<String>?) {
    for folder in ["libraries", "runs", "sources"] { empty(folder) { _ in false } }
    guard let modules else { return }
    empty("objects") { name in modules.contains(name.prefix { $0 != "." }.description) }
  }

  private func empty(_ folder: String, except isKept: (String) -> Bool) {
    let files = FileManager.default
    for name in Folder("\(path)/\(folder)")?.names ?? [] where !isKept(name) {
      try? files.removeItem(atPath: "\(path)/\(folder)/\(name)")
    }
  }
}
