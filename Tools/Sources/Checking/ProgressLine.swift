import Foundation

/// One line of progress on the terminal. Nothing if standard error is no terminal.
package enum ProgressLine {
  private static let isShown = isatty(STDERR_FILENO) == 1

  package static func show(_ step: String) { write("\r\u{1B}[K\(step)") }

  /// Takes the line away.
  package static func clear() {
    write("\r\u{1B}[K")
  }

  private static func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
