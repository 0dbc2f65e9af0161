/// What keeps time from moving, and what becomes of it.
extension Timeline {
  /// How many actions may run at one instant besides those that are pending when time comes there, or when an advance
  /// begins; and how often tasks may go on there. A million, if nothing else is said.
  ///
  /// More are taken for work that leads to more work for ever. Then the advance reports an issue that names it, at the
  /// line that scheduled it, throws out what is due at that instant, and goes on. Tasks that never wait cannot be thrown
  /// out: time moves on without waiting for them any longer.
  public var limitAtInstant: Int {
    get { lock.withLock { actionLimit } }
    set {
      lock.withLock {
        // Half of what there is, since what is pending is added.
        actionLimit = min(max(0, newValue), .max / 2)
        setPieceLimit()
        renewLimits()
      }
    }
  }

  /// For a timeline whose time moves by itself: many things may happen at an instant, and nobody needs to advance it.
  func followRealTime() {
    limitAtInstant = .max
    lock.withLock {
      stopWaiting()
      lastDriven = .max
      maker = .nobody
    }
  }

  /// How often tasks may go on at each instant once they are known never to rest.
  private static var restlessLimit: Int { 1_000 }

  /// Something to report by whoever advances, so that it belongs to the test that does.
  struct Report {
    var text: String
    var place: SourcePlace?
  }

  /// Counts anew what runs at this instant, for an advance that begins; not what tasks do that have not rested meanwhile,
  /// unless that has been reported. Lock held.
  @inline(__always) func renewLimits() {
    actionsLeft = actionLimit &+ queue.count
    if ready.isEmpty { noteRest() } else if isRestlessnessReported { piecesLeft = pieceLimit }
  }

  /// Whether a task can go on, and may. Lock held.
  @inline(__always) var hasTaskTurn: Bool { !ready.isEmpty && piecesLeft > 0 }

  /// Notes that no task can go on. Lock held.
  @inline(__always) private func noteRest() {
    if isRestless { setRestless(false) }
    piecesLeft = pieceLimit
  }

  /// Notes whether tasks rest, after they have gone on as often as they may. Lock held.
  func noteWhetherTasksRest() {
    if ready.isEmpty { noteRest() } else { setRestless(true) }
  }

  private func setRestless(_ value: Bool) {
    isRestless = value
    if !value { isRestlessnessReported = false }
    setPieceLimit()
  }

  private func setPieceLimit() { pieceLimit = max(1, isRestless ? min(actionLimit, Self.restlessLimit) : actionLimit) }

  /// Sees to it that time can move on again, when too much has run at this instant. Lock held on entry and exit.
  func endStandstill() {
    if actionsLeft < 0 { throwOutWhatIsDue() }
    guard piecesLeft <= 0 else { return }
    noteWhetherTasksRest()
    guard isRestless, !isRestlessnessReported else { return }
    isRestlessnessReported = true
    reports.append(
      Report(
        text: """
          \(name) stands still at \(Instant(nanoseconds: time)): tasks have gone on \(actionLimit) times without \
          waiting for it, for example in a loop around Task.yield(). Time moves on without them. Let them sleep on the \
          timeline, or wait for what they look for; or give the timeline a larger limitAtInstant.
          """))
  }

  private func throwOutWhatIsDue() {
    let keys = queue.due(by: time)
    let suspects = keys.prefix(5).map { "\n  \(record(of: $0).described(due: $0.due))" }.joined()
    reports.append(
      Report(
        text: """
          \(name) stands still at \(Instant(nanoseconds: time)): \(actionLimit) actions beyond those that were \
          pending have run without time moving on. Thrown out, with all that is due:\(suspects)
          Let it wait, or give the timeline a larger limitAtInstant.
          """, place: keys.lazy.compactMap { self.record(of: $0).place }.first))
    let actions = keys.map { key in
      if events != nil { logThrownOut(key) }
      forget(queue.note(key.slot))
      return queue.take(key)
    }
    actionsLeft = actionLimit
    // The actions go here, outside the lock: what they hold may call back in when it goes.
    lock.unlock()
    withExtendedLifetime(actions) {}
    lock.lock()
  }

  /// Reports what there is to report. Lock not held.
  func reportAll() {
    let all = lock.withLock {
      defer { reports = [] }
      return reports
    }
    for report in all { reportIssue(report.text, at: ReportPlace(of: report.place)) }
  }
}
