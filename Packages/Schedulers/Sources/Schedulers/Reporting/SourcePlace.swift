/// A line in the sources: where something was scheduled.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, as `#fileID` gives them.
  public let fileID: StaticString
  /// The line, counted from 1.
  public let line: UInt

  /// The line where it is written, by default.
  @inlinable public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// For example `MyTests/ClockTests.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Equal if file and line are.
  public static func == (a: Self, b: Self) -> Bool {
    a.line == b.line && a.fileID.description == b.fileID.description
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }

  /// Equal for sure, told without looking at the text; false says nothing.
  @inline(__always) func isSameLiteral(as other: SourcePlace) -> Bool {
    line == other.line && fileID.hasPointerRepresentation && other.fileID.hasPointerRepresentation
      && fileID.utf8Start == other.fileID.utf8Start
  }
}
