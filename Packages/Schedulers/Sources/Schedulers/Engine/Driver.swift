import Foundation

/// An effect that the timeline performs, and then releases, outside the lock.
enum Effect {
  /// Runs an action.
  case run(PendingQueue.Action)
  /// Runs a job of a task.
  case job(ReadyJob)
  /// Releases an action that must not run.
  case release(PendingQueue.Action)
  /// Resumes the task that requested an advance.
  case resume(@Sendable () -> Void)
  /// The drive has ended. States whether there are issues to report, and whether a thread is needed for the remaining
  /// jobs.
  case over(hasReports: Bool, wantsHost: Bool)
}

/// The only place where a timeline runs work. ``TimelineState`` decides what comes next.
extension Timeline {
  /// Drives one unit of a walk, on this thread, after any other thread has finished driving. A call inside an action
  /// drives immediately, within that action.
  func drive(_ walk: inout Walk) {
    let me = ThreadID.current
    var effect = state.withLock(when: { $0.canBeDriven(by: me) }, late: warnOfWaiting) { state in
      state.startDriving(&walk, by: me)
      return state.nextEffect(of: &walk)
    }
    while perform(effect) { effect = state.withLock { $0.nextEffect(of: &walk) } }
    if case .over(let hasReports, let wantsHost) = effect {
      end(hasReports: hasReports, wantsHost: wantsHost, isAdvance: walk.isAdvance)
    }
  }

  /// Drives a whole walk.
  func drive(_ limit: Walk.Limit) {
    var walk = Walk(limit)
    drive(&walk)
  }

  /// Prints who waits for whom, because an action may wait for this thread.
  private func warnOfWaiting() {
    let (now, work) = state.withLock { ($0.time, $0.runningWork) }
    Watchdog.printError(
      """
      warning: \(name): \(Thread.isMainThread ? "the main thread" : "a thread") has waited for a second to advance, while \
      another thread runs \(work) at \(Instant(nanoseconds: now)). If that work waits for this thread, for example with \
      DispatchQueue.main.sync, both wait for ever: advance on one thread only, or with await.

      """)
  }

  /// Performs an effect. Returns false if the drive has ended.
  ///
  /// Never inlined: the effect is released when this function returns, so never under the lock.
  @inline(never) private func perform(_ effect: consuming Effect) -> Bool {
    switch effect {
    case .run(let action): action.run()
    case .job(let job): run(job)
    case .release: break
    case .resume(let done): done()
    case .over: return false
    }
    return true
  }

  @inline(__always) private func end(hasReports: Bool, wantsHost: Bool, isAdvance: Bool) {
    state.wakeWaiters()
    if wantsHost { startHost() }
    if hasReports, isAdvance { reportAll() }
  }

  /// Reports the issues of this advance.
  func reportAll() {
    let all = state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
    for report in all { reportIssue(report.text, at: report.place) }
  }
}
