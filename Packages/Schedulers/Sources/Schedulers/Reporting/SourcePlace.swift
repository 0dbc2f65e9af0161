import IssueReporting

/// A place in the source: of a call that schedules work, creates an object or checks something.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, in the form of `#fileID`.
  public let fileID: StaticString
  /// The path of the file, in the form of `#filePath`.
  public let filePath: StaticString
  /// The line, counted from 1.
  public let line: UInt
  /// The column, counted from 1.
  public let column: UInt

  /// Creates a place, by default the caller's.
  @inlinable public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The place without its path, for example `MyTests/ClockTests.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether file and line are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.line == b.line && a.fileID.description == b.fileID.description
  }

  /// Hashes file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }

  /// Whether both are certainly equal, without comparing text. If false, they may still be equal.
  @inline(__always) func isSameLiteral(as other: SourcePlace) -> Bool {
    line == other.line && fileID.hasPointerRepresentation && other.fileID.hasPointerRepresentation
      && fileID.utf8Start == other.fileID.utf8Start
  }

  /// Used instead of a line of this library. It has the form that Swift Testing requires.
  fileprivate static let unknown = SourcePlace(
    fileID: "Schedulers/<unknown>", filePath: "<unknown>", line: 1, column: 1)
}

/// Reports an issue at `place`. If that is not known, the test library still names the test.
func reportIssue(_ message: String, at place: SourcePlace?) {
  let place = place ?? .unknown
  reportIssue(message, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}
