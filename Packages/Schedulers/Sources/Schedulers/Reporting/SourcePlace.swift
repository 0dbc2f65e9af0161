import IssueReporting

/// A place in the source: of a call that schedules work, creates an object or checks something. Coded as its description.
public struct SourcePlace: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The module and file, in the form of `#fileID`. Unknown for a place that was decoded.
  public let fileID: StaticString
  /// The literal of the path, in the form of `#filePath`. Unknown for a place that was decoded.
  public let filePath: StaticString
  /// The line, counted from 1.
  public let line: UInt
  /// The column, counted from 1.
  public let column: UInt
  /// The number of the path among those that are no literals, from 1; 0 for a literal. A text would make each place count
  /// references, a tenth of the time of scheduling.
  @usableFromInline let pathNumber: Int

  private static let paths = Locked<[String]>([])

  /// Creates a place, by default the caller's.
  @inlinable public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
    pathNumber = 0
  }

  /// Creates a place from a path that is not a literal. The path is kept until the process ends.
  @_spi(TestKit) public init(path: String, line: UInt) {
    pathNumber = Self.paths.withLock { paths in
      if let index = paths.firstIndex(of: path) { return index + 1 }
      paths.append(path)
      return paths.count
    }
    // The form that Swift Testing requires.
    (fileID, filePath, self.line, column) = ("Schedulers/<unknown>", "<unknown>", line, 1)
  }

  /// The path of the file.
  public var path: String {
    pathNumber == 0 ? filePath.description : Self.paths.withLock { $0[pathNumber - 1] }
  }

  /// The path and line, from which an editor opens the file, for example `/App/Tests/ClockTests.swift:12`.
  public var description: String { "\(path):\(line)" }

  /// Whether path and line are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.isSameLiteral(as: b) || (a.line == b.line && a.path == b.path)
  }

  /// Hashes the line, because few places differ only in the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(line) }

  /// Whether both are certainly equal, without comparing text. If false, they may still be equal.
  @inline(__always) func isSameLiteral(as other: SourcePlace) -> Bool {
    line == other.line && pathNumber == 0 && filePath.hasPointerRepresentation
      && other.filePath.hasPointerRepresentation && filePath.utf8Start == other.filePath.utf8Start
  }

  /// Traps, with the path, from which an editor opens the file.
  @_spi(Timers) public func trap(_ message: String) -> Never { fatalError(message, file: filePath, line: line) }

  /// Reads a description.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: ":", omittingEmptySubsequences: false)
    guard let line = parts.last.flatMap({ UInt($0) }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A place without a line")
    }
    self.init(path: parts.dropLast().joined(separator: ":"), line: line)
  }

  /// Writes the description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Reports an issue at `place`. If that is not known, the test library still names the test.
func reportIssue(_ message: String, at place: SourcePlace?) {
  // Rather than at a line of this library.
  let place = place ?? SourcePlace(path: "<unknown>", line: 1)
  reportIssue(message, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}
