/// Work at one instant that leads to more work at that instant, without end.
extension Timeline {
  /// How many actions, and jobs of tasks, may run at one instant besides those that are pending when time gets there, or
  /// when an advance begins. A million by default.
  ///
  /// If more run, the advance reports an issue that names what is due, at the line that scheduled it, and ends there: the
  /// clock stays at that instant and the work stays pending.
  public var limitAtInstant: Int {
    get { lock.withLock { stepLimit } }
    set {
      lock.withLock {
        // Half of the range, because the number of pending actions is added.
        stepLimit = min(max(0, newValue), .max / 2)
        renewLimits()
      }
    }
  }

  /// An issue for the advance to report, so that it belongs to the test that advances.
  struct Report {
    var text: String
    var place: SourcePlace?
  }

  /// Starts to count the steps at this instant from zero. Lock held.
  @inline(__always) func renewLimits() { stepsLeft = stepLimit &+ queue.count }

  /// Whether the steps at this instant are used up while there is still work at it. Lock held.
  @inline(__always) var standsStill: Bool { stepsLeft <= 0 && hasWorkNow }

  private var hasWorkNow: Bool { !ready.isEmpty || queue.first.map { $0.due <= time } ?? false }

  /// Lock held.
  func reportStandstill() {
    let keys = queue.due(by: time)
    var suspects = keys.prefix(5).map { "\n  \(record(of: $0).described(due: $0.due))" }
    if !ready.isEmpty {
      suspects.append("\n  \(ready.count) tasks that can continue, perhaps loops around Task.yield()")
    }
    reports.append(
      Report(
        text: """
          \(name) stands still at \(Instant(nanoseconds: time)): \(stepLimit) actions and jobs beyond those that were \
          pending have run without time moving on. The advance ends here. Due now:\(suspects.joined())
          Let it wait on the timeline, or set a larger limitAtInstant.
          """, place: keys.lazy.compactMap { self.record(of: $0).place }.first))
  }

  /// Reports the issues of this advance. Lock not held.
  func reportAll() {
    let all = lock.withLock {
      defer { reports = [] }
      return reports
    }
    for report in all { reportIssue(report.text, at: ReportPlace(of: report.place)) }
  }

  /// For a timeline that follows a real clock: no number of actions at an instant is too many, and nobody forgets it.
  func followRealTime() {
    limitAtInstant = .max
    lock.withLock {
      isRealTime = true
      noteDriven()
    }
  }
}
