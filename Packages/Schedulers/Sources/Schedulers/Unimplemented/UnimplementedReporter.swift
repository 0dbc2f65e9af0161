import IssueReporting

/// Reports the uses of an unimplemented scheduler or clock: one issue for each.
///
/// Asking for the time and the tolerance and then scheduling or sleeping by them is one use. It is reported at the first
/// question. The same question again is another use.
final class UnimplementedReporter: Sendable {
  /// Where it was made; nil if that is not known.
  private let place: ReportPlace?
  /// The questions of one caller that has not scheduled since.
  private let open = Locked<Questions?>(nil)

  init(_ place: ReportPlace?) { self.place = place }

  /// What was asked of it.
  enum Call: String {
    case currentTime = "was asked the current time"
    case minimumTolerance = "was asked its minimum tolerance"
    case minimumResolution = "was asked its minimum resolution"
    case now = "scheduled an action to run immediately"
    case later = "scheduled an action to run later"
    case `repeat` = "scheduled an action to run on a timer"
    case sleep = "was asked to sleep"
  }

  private struct Questions {
    let user: User
    var calls: Set<Call>
  }

  /// A caller: its task, or else its thread, in its test.
  private struct User: Equatable {
    let task: Int?
    let thread: ThreadID
    let test: TestContext.Testing.Test.ID?

    static var current: User {
      let task = withUnsafeCurrentTask { $0?.hashValue }
      return User(task: task, thread: .current, test: runningTest)
    }

    private static var runningTest: TestContext.Testing.Test.ID? {
      guard case .swiftTesting(let testing) = TestContext.current else { return nil }
      return testing?.test.id
    }

    static func == (a: User, b: User) -> Bool {
      a.task == b.task && (a.task != nil || a.thread == b.thread) && a.test == b.test
    }
  }

  /// - Parameter kind: For example `scheduler`.
  func report(_ call: Call, of kind: String, prefix: String) {
    guard !belongsToReportedUse(call) else { return }
    reportIssue(Self.message(call, of: kind, prefix: prefix, madeAt: place?.source), at: place)
  }

  private func belongsToReportedUse(_ call: Call) -> Bool {
    let user = User.current
    return open.withLock { open in
      switch call {
      case .now: return false
      case .currentTime, .minimumTolerance, .minimumResolution:
        if open?.user == user, open?.calls.insert(call).inserted == true { return true }
        open = Questions(user: user, calls: [call])
        return false
      case .later, .repeat, .sleep:
        defer { open = nil }
        return open?.user == user
      }
    }
  }

  /// - Parameter place: Where it was made. If that is not known, the message tells how to have it known.
  static func message(_ call: Call, of kind: String, prefix: String, madeAt place: SourcePlace?) -> String {
    let intro = prefix.isEmpty ? "" : "\(prefix) - "
    let origin =
      place.map { "It was created at \($0)." }
      ?? "To see where it was created, give it a name: `.unimplemented(\"a name\")`."
    return "\(intro)An unimplemented \(kind) \(call.rawValue). \(origin)"
  }
}
