import IssueReporting

/// Reports each use of an unimplemented scheduler or clock as one issue.
///
/// Reading the time and then sleeping, or scheduling for later, is one use, reported when the time is read.
final class UnimplementedReporter: Sendable {
  /// The kind of the object, for example `scheduler`, and the start of each issue.
  private let kind: String
  private let prefix: String
  /// The location that created it; nil if it is not known.
  private let place: SourcePlace?
  /// The caller that has read the time, and has not used it since.
  private let reader = Locked<User?>(nil)

  init(of kind: String, prefix: String, madeAt place: SourcePlace?) {
    (self.kind, self.prefix, self.place) = (kind, prefix, place)
  }

  /// A use of the scheduler or clock.
  enum Call: String {
    case currentTime = "was asked the current time, perhaps for a delay"
    case minimumResolution = "was asked its minimum resolution"
    case now = "scheduled an action to run immediately"
    case later = "scheduled an action to run later"
    case `repeat` = "scheduled an action to run on a timer"
    case sleep = "was asked to sleep"
  }

  /// A caller: a task, or else a thread, and its test.
  private struct User: Equatable {
    let task: Int?
    let thread: ThreadID?
    let test: TestContext.Testing.Test.ID?

    static var current: User {
      let task = withUnsafeCurrentTask { $0?.hashValue }
      return User(task: task, thread: task == nil ? .current : nil, test: runningTest)
    }

    private static var runningTest: TestContext.Testing.Test.ID? {
      guard case .swiftTesting(let testing) = TestContext.current else { return nil }
      return testing?.test.id
    }
  }

  func report(_ call: Call) {
    if !belongsToReportedUse(call) { reportIssue(message(call), at: place) }
  }

  private func belongsToReportedUse(_ call: Call) -> Bool {
    let user = User.current
    return reader.withLock { reader in
      switch call {
      case .now, .minimumResolution: return false
      case .currentTime:
        reader = user
        return false
      case .later, .repeat, .sleep: return exchange(&reader, with: nil) == user
      }
    }
  }

  /// Says where the object was created, or how to find that.
  func message(_ call: Call) -> String {
    let intro = prefix.isEmpty ? "" : "\(prefix) - "
    let origin =
      place.map { "It was created at \($0)." }
      ?? "To see where it was created, give it a name: `.unimplemented(\"a name\")`."
    return "\(intro)An unimplemented \(kind) \(call.rawValue). \(origin)"
  }
}
