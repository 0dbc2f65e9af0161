/// Work that comes when the test has advanced another timeline for the last time: no advance finds it any more.
extension Timeline {
  /// Takes note, after an advance that was the first in its test, which timelines the test advances.
  func noteFirstAdvance() {
    guard TestRuns.areObserved else { return }
    FirstAdvances.note(title, of: lock.withLock { knownMaker })
  }

  /// One run of many in a test is over: what comes in the next has nothing to do with its timeline.
  func forgetFirstAdvance() {
    if let maker = lock.withLock({ maker }) { FirstAdvances.forget(title, of: maker) }
  }

  /// Takes note that work may be late: then another test may not use this timeline unseen, and if the test hangs it is said
  /// what it waits for. Lock held.
  func noteLateness(_ key: WaitingTimelines.Key) {
    if FirstAdvances.watch(key.maker), case .swiftTest = key.maker { mindsUsers = true }
  }

  /// What has come, and is still there, after the test has advanced another timeline; it never advanced this one. Lock
  /// held, or nobody else has it any more.
  var lateNeglect: Neglect? {
    guard neglect == nil, !hasBeenDriven, let key = waitingKey, hasNewWork,
      let advance = FirstAdvances[key.maker]
    else { return nil }
    return Neglect(
      key, text: describeNeglect(because: advance.timeline, for: key.maker), place: firstPlace, test: advance.place,
      isCertain: true,
      printing: false)
  }

  /// Since when that is, as a number, and a text for messages.
  var lateWork: (number: UInt64, text: String)? { lock.withLock { lateNeglect.map { ($0.key.number, $0.text) } } }
}
