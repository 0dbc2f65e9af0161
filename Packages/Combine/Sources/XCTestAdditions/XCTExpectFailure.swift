#if !canImport(ObjectiveC)
  import XCTest

  /// `XCTExpectFailure` as in Apple's XCTest. Here these are methods of the test case, so that calls in a test need no
  /// change; in an escaping closure they need `self.`.
  ///
  /// The failures of `XCTAssert…`, `XCTFail` and `XCTUnwrap` can be expected. Expectations that time out and errors that a
  /// test throws cannot: they remain failures.
  extension XCTestCase {
    /// Expects that `failingBlock` records a failure.
    ///
    /// - Parameters:
    ///   - failureReason: Why it fails. It is printed with each expected failure.
    ///   - enabled: With `false`, failures are not expected. Default: `true`.
    ///   - strict: Whether it is a failure if none is recorded. Default: `true`.
    ///   - failingBlock: The code that fails.
    ///   - issueMatcher: Returns whether this failure is expected. Default: every failure is.
    /// - Returns: What `failingBlock` returns.
    public func XCTExpectFailure<R>(
      _ failureReason: String? = nil, enabled: Bool? = nil, strict: Bool? = nil, file: StaticString = #filePath,
      line: UInt = #line, failingBlock: () throws -> R, issueMatcher: ((XCTIssue) -> Bool)? = nil
    ) rethrows -> R {
      let options = XCTExpectedFailure.Options(enabled: enabled, strict: strict, issueMatcher: issueMatcher)
      return try XCTExpectFailure(failureReason, options: options, file: file, line: line, failingBlock: failingBlock)
    }

    /// Expects that `failingBlock` records a failure.
    public func XCTExpectFailure<R>(
      _ failureReason: String? = nil, options: XCTExpectedFailure.Options, file: StaticString = #filePath,
      line: UInt = #line, failingBlock: () throws -> R
    ) rethrows -> R {
      let recorder = FailureRecorder.current(in: self)
      recorder.begin(ExpectedFailure(reason: failureReason, options: options, file: file, line: line))
      defer { recorder.end() }
      return try failingBlock()
    }

    /// Expects that the rest of the test records a failure. The parameters are those of the method with a block.
    public func XCTExpectFailure(
      _ failureReason: String? = nil, enabled: Bool? = nil, strict: Bool? = nil, file: StaticString = #filePath,
      line: UInt = #line, issueMatcher: ((XCTIssue) -> Bool)? = nil
    ) {
      let options = XCTExpectedFailure.Options(enabled: enabled, strict: strict, issueMatcher: issueMatcher)
      XCTExpectFailure(failureReason, options: options, file: file, line: line)
    }

    /// Expects that the rest of the test records a failure.
    public func XCTExpectFailure(
      _ failureReason: String? = nil, options: XCTExpectedFailure.Options, file: StaticString = #filePath,
      line: UInt = #line
    ) {
      let expected = ExpectedFailure(reason: failureReason, options: options, file: file, line: line)
      FailureRecorder.current(in: self).beginForRest(expected)
    }

    /// Records a failure.
    public func record(_ issue: XCTIssue) { FailureRecorder.current(in: self).receive(issue) }
  }

  /// The options of `XCTExpectFailure`.
  public enum XCTExpectedFailure {
    /// How failures are expected.
    public final class Options {
      /// Whether failures are expected. Default: `true`.
      public var isEnabled = true
      /// Whether it is a failure if none is recorded. Default: `true`.
      public var isStrict = true
      /// Returns whether a failure is expected. Default: every failure is.
      public var issueMatcher: (XCTIssue) -> Bool = { _ in true }

      /// The defaults.
      public init() {}

      /// With `isStrict` false.
      public static func nonStrict() -> Options { Options(enabled: nil, strict: false, issueMatcher: nil) }

      convenience init(enabled: Bool?, strict: Bool?, issueMatcher: ((XCTIssue) -> Bool)?) {
        self.init()
        if let enabled { isEnabled = enabled }
        if let strict { isStrict = strict }
        if let issueMatcher { self.issueMatcher = issueMatcher }
      }
    }
  }
#endif
