/// A source location at which work was scheduled.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, in the form of `#fileID`.
  public let fileID: StaticString
  /// The line, counted from 1.
  public let line: UInt

  /// Creates a location, by default the caller's.
  @inlinable public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// The location, for example `MyTests/ClockTests.swift:12`.
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
}
