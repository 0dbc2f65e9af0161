#if !canImport(ObjectiveC)
  import Foundation

  /// A failure of a test, as in Apple's XCTest. `XCTExpectFailure` passes one to its matcher, and `record(_:)` takes one.
  public struct XCTIssue: Sendable {
    /// The kind of a failure.
    public enum IssueType: Int, Sendable {
      /// A failed assertion.
      case assertionFailure = 0
      /// An error that a test threw.
      case thrownError = 1
    }

    /// The kind of the failure.
    public var type: IssueType
    /// The message of XCTest on this system, whose wording differs from Apple's in places.
    public var compactDescription: String
    /// Where it failed.
    public var sourceCodeContext: XCTSourceCodeContext

    /// Creates an issue for `record(_:)`.
    public init(
      type: IssueType, compactDescription: String, sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext()
    ) {
      self.type = type
      self.compactDescription = compactDescription
      self.sourceCodeContext = sourceCodeContext
    }
  }

  /// The line that an issue is reported at.
  public struct XCTSourceCodeContext: Sendable {
    /// The line, nil if it is unknown.
    public var location: XCTSourceCodeLocation?

    /// Creates a context.
    public init(location: XCTSourceCodeLocation? = nil) { self.location = location }
  }

  /// A line of a file.
  public struct XCTSourceCodeLocation: Sendable {
    /// The file.
    public var fileURL: URL
    /// The line, the first is 1.
    public var lineNumber: Int

    /// Creates a location in the file at a path.
    public init(filePath: String, lineNumber: Int) {
      self.fileURL = URL(fileURLWithPath: filePath)
      self.lineNumber = lineNumber
    }

    /// Creates a location.
    public init(fileURL: URL, lineNumber: Int) {
      self.fileURL = fileURL
      self.lineNumber = lineNumber
    }
  }
#endif
