@_spi(Reporting) import Schedulers

/// Where a helper was called: where its failures appear.
@usableFromInline struct CallPlace {
  let fileID: StaticString
  let file: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline init(fileID: StaticString, file: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.file = file
    self.line = line
    self.column = column
  }

  /// Reports `error` here, and gives it back to be thrown.
  @usableFromInline func reported<E: CustomStringConvertible>(_ error: E) -> E {
    report(error.description)
    return error
  }

  /// Reports an issue here.
  @usableFromInline func report(_ message: String) {
    // A helper that hands on only `file` and `line` leaves a `fileID` of its own here.
    let isWhole = name(fileID) == name(file)
    reportFailure(message, fileID: isWhole ? fileID : file, filePath: file, line: line, column: column)
  }

  private func name(_ path: StaticString) -> Substring { path.description.split(separator: "/").last ?? "" }
}

/// Whether the calling code runs in a task of Swift's concurrency: there no thread may be blocked.
func isInTask() -> Bool { withUnsafeCurrentTask { $0 != nil } }

extension CallPlace {
  /// How many seconds a wait takes at most: `timeout`, or ``WaitTimeout/seconds``. What is no length of time is an issue
  /// here and counts as none at all; more than a thousand million seconds, infinity too, count as so many.
  func limit(_ timeout: Double?) -> Double {
    let seconds = timeout ?? WaitTimeout.seconds
    guard seconds >= 0 else {
      report("A timeout of \(seconds) seconds is no length of time; give zero, something above it, or infinity.")
      return 0
    }
    return min(seconds, 1e9)
  }
}

extension CallPlace: CustomStringConvertible {
  /// For example `MyTests/ClockTests.swift:12`.
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
