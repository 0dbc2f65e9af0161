import Foundation

/// The process groups that are running now. They are not the terminal's, so nobody else would end them.
public actor RunningPrograms {
  public static let shared = RunningPrograms()

  private var groups: Set<pid_t> = []
  private var isEnding = false

  func add(_ group: pid_t) {
    groups.insert(group)
    if isEnding { kill(-group, SIGKILL) }
  }

  func remove(_ group: pid_t) {
    groups.remove(group)
  }

  /// Kills all of them, and all that start from now on.
  public func endAll() {
    isEnding = true
    for group in groups { kill(-group, SIGKILL) }
  }
}
