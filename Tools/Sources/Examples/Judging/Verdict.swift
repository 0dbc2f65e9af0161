/// The result of checking an example.
public enum Verdict: Sendable, Equatable {
  /// Not decided yet.
  case open
  case passed
  /// Compiled as asked, not run.
  case compiled
  case failed(Failure)
  /// Not checked, with the reason that its document gives.
  case ignored(String)
  /// Not checked, because it needs something that is not here: another system, or code in place of placeholders.
  case unavailable(String)

  public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

extension Verdict {
  /// The kind of system that an unchecked example needs.
  var need: String? {
    if case .unavailable(let need) = self { need } else { nil }
  }

  /// The verdict in a list of all examples.
  var word: String {
    switch self {
    case .open: "open"
    case .passed: "passed"
    case .compiled: "compiled"
    case .failed: "failed"
    case .ignored(let reason): "ignored: \(reason)"
    case .unavailable(let need): "not checked: \(need)"
    }
  }
}

/// Why an example failed.
public struct Failure: Sendable, Equatable {
  public enum Kind: String, Sendable, Codable {
    case compile, link, output, test, issue, trap, exit, signal, timeout, tooMuchOutput, unexpectedSuccess, library
  }

  public var kind: Kind
  /// The place in the document that is to blame.
  public var line: Int
  public var column: Int?
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// Details: a diff, the compiler's messages, the text printed before. May be empty.
  public var detail = ""
  /// For a difference in output: the lines that the document should have; nil if that is not known. A line that is not
  /// there yet has the number of the one it comes after.
  public var corrected: [ExpectedOutput.Line]?
  /// Whether the output is another in each run, so that none of them is the one to document.
  public var isUnstable = false
}
