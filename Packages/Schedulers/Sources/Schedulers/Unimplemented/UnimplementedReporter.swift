import IssueReporting

/// Reports each use of an unimplemented scheduler or clock as one issue.
///
/// Reading the time and the tolerance and then scheduling or sleeping is one use, reported at the first call. A
/// repeated query is another use.
final class UnimplementedReporter: Sendable {
  /// The kind of the object, for example `scheduler`, and the start of each issue.
  private let kind: String
  private let prefix: String
  /// The location that created it; nil if it is not known.
  private let place: SourcePlace?
  /// The queries of one caller that has not scheduled since.
  private let open = Locked<(user: User, calls: Set<Call>)?>(nil)

  init(of kind: String, prefix: String, madeAt place: SourcePlace?) {
    (self.kind, self.prefix, self.place) = (kind, prefix, place)
  }

  /// A use of the scheduler or clock.
  enum Call: String {
    case currentTime = "was asked the current time"
    case minimumTolerance = "was asked its minimum tolerance"
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
    return open.withLock { open in
      switch call {
      case .currentTime, .minimumTolerance, .minimumResolution:
        if open?.user == user, open?.calls.insert(call).inserted == true { return true }
        open = (user, [call])
        return false
      case .now, .later, .repeat, .sleep:
        return exchange(&open, with: nil)?.user == user
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
