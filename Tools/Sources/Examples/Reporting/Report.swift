import Markdown

/// The results of checking a repository.
public struct Report: Sendable {
  /// One example and what came of it.
  public struct Result: Sendable {
    public var example: Example
    public var verdict: Verdict
    /// Its output; nil when it did not run.
    public var output: String?
    /// The pictures that it printed, as SVG.
    public var diagrams: [String] = []
    /// Whether the verdict is that of an earlier check, because nothing has changed.
    public var isRemembered: Bool
    /// Whether it fails, and is on a list of those that may.
    public var isInBaseline = false
    /// Whether conditions keep some of its code from being compiled.
    var hasInactiveParts = false
    /// The compiler's warnings, if they are no failures.
    public var warnings: [Diagnostic] = []
    /// The document as it was checked.
    public var source: Source?
  }

  public var root: String
  public var fileCount = 0
  /// How many texts look like an output and say why they are none.
  public var ignoredTextCount = 0
  /// How many blocks of code are probably Swift, and do not say so.
  public var unnamedCount = 0
  /// Documents with Swift in them that were not looked at.
  public var unreadFiles: [String] = []
  public var results: [Result] = []
  /// The problems of the documents themselves.
  public var problems: [Diagnostic] = []
  /// How long each stage took.
  public var times: [(stage: String, duration: Duration)] = []

  init(root: String) {
    self.root = root
  }

  public var passedCount: Int {
    results.count { $0.verdict == .passed || $0.verdict == .compiled }
  }

  /// The examples that failed, and the documents' problems.
  public var failedCount: Int {
    results.count { $0.failure != nil && !$0.isInBaseline } + problems.count { $0.severity == .error }
  }
}

extension Report.Result {
  public var failure: Failure? { verdict.failure }
}
