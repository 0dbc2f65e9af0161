import Foundation

/// Where in its document an example crashed.
struct CrashPlace: Equatable {
  var line: Int
  var column: Int

  /// Runs a program again that has crashed, this time with Swift's own backtraces on, which take longer.
  ///
  /// - Returns: the place of the innermost frame that is the example's own; nil when it does not crash this time.
  static func find(_ example: Example, _ settings: RunSettings) async throws -> CrashPlace? {
    var settings = settings
    settings.timeout += 10
    settings.backtrace =
      "enable=yes,color=no,interactive=no,registers=none,images=none,limit=256,output-to=stderr"
    return CrashPlace(backtrace: try await Run(example, settings).errors, file: example.file)
  }

  init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  init?(backtrace: String, file: String) {
    for line in backtrace.split(separator: "\n") {
      guard let frame = line.wholeMatch(of: /\s*\d+ .* at (.+?):(\d+):(\d+)\s*/),
        frame.1 == file || frame.1.hasSuffix("/" + file), let line = Int(frame.2), let column = Int(frame.3), line > 0
      else { continue }
      (self.line, self.column) = (line, column)
      return
    }
    return nil
  }
}
