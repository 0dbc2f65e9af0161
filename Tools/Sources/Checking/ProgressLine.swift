import Foundation

/// One line of progress on the terminal. In a log, a line of its own every ten seconds.
package enum ProgressLine {
  private static let isTerminal = isatty(STDERR_FILENO) == 1
  private static let lock = NSLock()
  nonisolated(unsafe) private static var shown = ContinuousClock.now

  package static func show(_ step: String) {
    if isTerminal {
      write("\r\u{1B}[K\(step)")
    } else if isDue() {
      write("\(step)\n")
    }
  }

  /// Takes the line off the terminal.
  package static func clear() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  private static func isDue() -> Bool {
    lock.withLock {
      if shown.duration(to: .now) < .seconds(10) { return false }
      shown = .now
      return true
    }
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
