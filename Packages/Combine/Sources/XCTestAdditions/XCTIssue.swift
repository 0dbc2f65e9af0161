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
      /// An exception of Objective-C. XCTest on this system does not record one, nor the following kinds.
      case uncaughtException = 2
      /// A measurement that is worse than its baseline.
      case performanceRegression = 3
      /// A failure of the system or of a test's infrastructure.
      case system = 4
      /// A failure that was expected and not recorded.
      case unmatchedExpectedFailure = 5
    }

    /// The kind of the failure.
    public var type: IssueType
    /// The message of XCTest on this system, whose wording differs from Apple's in places.
    public var compactDescription: String
    /// More about it, which `record(_:)` does not print. Nil unless the test created the issue.
    public var detailedDescription: String?
    /// Where it failed.
    public var sourceCodeContext: XCTSourceCodeContext
    /// The error behind it. Nil unless the test created the issue.
    public var associatedError: (any Error)?

    /// Creates an issue for `record(_:)`.
    ///
    /// - Parameter attachments: Always `[]`, because XCTest on this system has no attachments.
    public init(
      type: IssueType, compactDescription: String, detailedDescription: String? = nil,
      sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil,
      attachments: [Never] = []
    ) {
      self.type = type
      self.compactDescription = compactDescription
      self.detailedDescription = detailedDescription
      self.sourceCodeContext = sourceCodeContext
      self.associatedError = associatedError
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
