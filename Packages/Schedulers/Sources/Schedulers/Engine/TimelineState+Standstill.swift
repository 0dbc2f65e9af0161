/// Detection of endless work at one instant.
extension TimelineState {
  /// Starts to count the steps at this instant from zero.
  @inline(__always) mutating func renewLimits() { stepsLeft = stepLimit &+ queue.count }

  /// Sets the maximum number of steps at each instant.
  mutating func setLimit(_ limit: Int) {
    // Half of the range, because the number of pending actions is added.
    stepLimit = min(max(0, limit), .max / 2)
    renewLimits()
  }

  /// Whether the steps at this instant are used up while work is left at it.
  @inline(__always) var standsStill: Bool {
    stepsLeft <= 0 && (jobs.count > 0 || queue.first.map { $0.due <= time } ?? false)
  }

  /// Ends a walk. That of a test kit says why, also instead of an advance within it. Otherwise the timeline reports it, once
  /// if it ends several nested walks.
  mutating func standStill(_ walk: inout Walk) -> Effect? {
    let isReported = exchange(&stepsLeft, with: -1) < 0
    let due = queue.due(by: time).prefix(5)
    let actions = due.map { "\n  \(record(of: $0).described(due: $0.due))" }.joined()
    let tasks = jobs.isEmpty ? "" : "\n  \(jobs.count) tasks ready to run, perhaps loops around Task.yield()"
    let text = """
      stands still at \(Timeline.Instant(nanoseconds: time)): \(stepLimit) actions and jobs have run at this instant, in \
      addition to those pending. The advance ends here. Due now:\(actions)\(tasks)
      Make it wait on the timeline, or set a larger limitAtInstant
      """
    walk.end = walk.isOfTestKit ? .budget(text) : .done
    if isReported, walk.isOfTestKit { _ = reports.popLast() }
    if !isReported, !walk.isOfTestKit {
      reports.append(("\(name) \(text).", due.compactMap { record(of: $0).place }.first))
    }
    return nil
  }
}
