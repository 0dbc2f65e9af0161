/// Two timelines in one test are mostly a mistake: one is advanced, and what waits on the other never comes.
///
/// That is noticed when the one is advanced, and reported at the end of the test, or if that is not known when the other
/// goes: until then somebody may yet advance it. What runs there may keep it for ever: then it is reported when the one goes
/// that was advanced. Since even that may never come, it is also printed after a while, and at the end of the process. No
/// advance notices work that comes after it: that is found only there, see `lateNeglect`.
extension Timeline {
  /// Whether it has been advanced or moved, in this test if it is one of XCTest, or follows real time: then its work is not
  /// forgotten. Lock held.
  @inline(__always) var hasBeenDriven: Bool { lastDriven >= TestRuns.begunXCTests }

  /// The test that made it; where none was known, the first that uses it, or each in its turn if they are of XCTest, whose
  /// properties are there before the tests. Lock held.
  var knownMaker: Maker {
    if let maker, !maker.isUnknown { return maker }
    let current = Maker.current
    switch current {
    case .xcTest, .xcClass: return isOfAnotherCase ? .nobody : current
    default: maker = current
    }
    return current
  }

  /// Whether the next work may be the first, in this test if it is one of XCTest, or another test's. Lock held.
  @inline(__always) var mayBeginToWait: Bool {
    let test = TestRuns.begunXCTests
    return lastDriven < test && (queue.count == 0 || waitingSince != test || mindsUsers)
  }

  /// Takes note that there is work, but nobody has advanced this timeline yet. Lock held.
  func beginToWait() {
    let isSameUse = mindsUsers && waitingSince == TestRuns.begunXCTests && !isNewUse()
    if isSameUse, queue.count > 0 { return }
    if waitingKey == nil || mindsUsers && !isSameUse, isSharedByTests {
      maker = .nobody
      closeNeglect()
    } else if let waitingKey, waitingSince == TestRuns.begunXCTests {
      noteLateness(waitingKey)
      return introduceToCurrent(as: waitingKey)
    }
    keepClassWait()
    let key = wait(for: knownMaker)
    introduceToCurrent(as: key)
    workBefore = waitingCount
    sequenceBefore = queue.nextSequence
    noteLateness(key)
    if mindsUsers { _ = isNewUse() }
  }

  /// From now on all that is here waits for `maker`. Lock held.
  @discardableResult
  func wait(for maker: Maker) -> WaitingTimelines.Key {
    removeFromWaiting()
    let key = WaitingTimelines.Key(maker: maker, number: WaitingTimelines.nextNumber())
    waitingKey = key
    waitingSince = TestRuns.begunXCTests
    workBefore = 0
    sequenceBefore = 0
    sequenceAfter = .max
    WaitingTimelines.add(self, as: key)
    return key
  }

  /// What comes only if somebody advances: actions, timers and sleeps, and tasks that can go on, unless a body in `run` or
  /// adopted tasks see to them. Lock held.
  var waitingCount: Int { foregroundCount + (hostedBodies == 0 && !hasAdopted ? ready.count : 0) }

  /// Whether work waits that was not there when it came to the waiting ones. It may have taken the place of other work, as
  /// that of `debounce` does. Lock held, or nobody else has it any more.
  var hasNewWork: Bool {
    let count = waitingCount
    if count == 0 || count > workBefore { return count > 0 }
    return hasWork(from: sequenceBefore, to: sequenceAfter)
  }

  /// Whether any waits that was scheduled in a part of the order of all work. Lock held, or nobody else has it any more.
  func hasWork(from first: UInt32, to end: UInt32) -> Bool {
    queue.all().contains { $0.sequence >= first && $0.sequence < end && record(of: $0).kind != .background }
  }

  /// Lock held.
  var waitingText: String {
    let tasks = ready.count
    if tasks == 0 { return describe(pendingUnderLock) }
    return "\n  \(tasks == 1 ? "a task that can go on" : "\(tasks) tasks that can go on")"
      + (queue.count == 0 ? "" : describe(pendingUnderLock))
  }

  /// Takes note of a task that can go on, as of work. Lock held.
  @inline(__always) func beginToWaitForTask() {
    if lastDriven < TestRuns.begunXCTests, waitingKey == nil, hostedBodies == 0, !hasAdopted { beginToWait() }
  }

  /// Lock held, or nobody else has it any more.
  func removeFromWaiting() {
    if let waitingKey { WaitingTimelines.remove(waitingKey) }
    waitingKey = nil
  }

  /// Who uses a timeline, as far as that can be told at once.
  struct Use: Equatable {
    /// It may come again when the task is gone.
    let task: Int?
    /// The last number of a timeline: another test mostly makes one, too.
    let number: UInt64
  }

  /// Whether this may be another test's use than the last. Lock held.
  private func isNewUse() -> Bool {
    let use = Use(task: Maker.currentTask, number: WaitingTimelines.lastNumber)
    defer { lastUse = use }
    return use != lastUse
  }

  /// Whether another test of Swift Testing made it than the one that uses it now.
  private var isSharedByTests: Bool {
    guard case .swiftTest? = maker else { return false }
    let current = Maker.current
    return current.isTest && current != maker
  }

  /// Takes note that somebody minds this timeline, as who advances it does: nothing is neglected here from now on. Lock
  /// held.
  func stopWaiting() {
    guard !hasBeenDriven else { return }
    lastDriven = TestRuns.begunXCTests
    isAdvanceNew = true
    classWait = nil
    closeNeglect()
    removeFromWaiting()
  }

  /// Whether this advance is the first, in this test if it is one of XCTest. Lock held.
  @inline(__always) func takeAdvanceNews() -> Bool {
    defer { isAdvanceNew = false }
    return isAdvanceNew
  }

  /// Lets the timelines of the same test on which work waits know that this one is advanced, and remembers what that gave
  /// rise to.
  func noteNeglected() {
    let maker = lock.withLock { knownMaker }
    guard maker != .nobody else { return }
    for other in WaitingTimelines.all(of: maker) {
      guard let neglect = other.noteNeglect(because: self), remembers(neglect, on: other) else { continue }
      neglects.withLock { $0[neglect.key] = neglect }
    }
  }

  /// Whether this one reports, when it goes, what is neglected on another: only if that got its work in this one's life,
  /// which then is mostly the test's, and on the same task, and if nothing tells the end of the test.
  private func remembers(_ neglect: Neglect, on other: Timeline) -> Bool {
    switch neglect.key.maker {
    case .xcTest, .xcClass, .nobody: false
    case .swiftTest: neglect.key.number > birth && other.makingTask == makingTask
    case .task, .thread: neglect.key.number > birth
    }
  }

  /// Takes note that another timeline is advanced; nil if no work waits here.
  private func noteNeglect(because other: Timeline) -> Neglect? {
    lock.withLock {
      guard !hasBeenDriven, let key = waitingKey, hasNewWork else {
        closeNeglect()
        return nil
      }
      if let neglect { return neglect }
      let isLater = key.number > other.birth
      let new = Neglect(
        key, text: describeNeglect(because: other.title, for: key.maker), place: firstPlace,
        test: ReportPlace.runningTest?.source, isCertain: isLater || key.maker.isOneTest,
        printing: isLater || key.maker.isTest)
      neglect = new
      mindsUsers = true
      return new
    }
  }

  /// Lock held.
  func closeNeglect() {
    neglect?.close()
    neglect = nil
    mindsUsers = false
  }

  /// Where what is due first comes from, if that is known. Lock held, or nobody else has it any more.
  var firstPlace: SourcePlace? { queue.first.flatMap { record(of: $0).place } }

  /// Lock held, or nobody else has it any more.
  func describeNeglect(because other: Title, for maker: Maker) -> String {
    let (mine, others) = (title.beside(other), other.beside(title))
    let test = TestRuns.className(of: maker).map { "the tests of \($0)" } ?? "this test"
    return """
      Work waits on \(mine), which nobody has advanced, but \(others), another timeline of \(test), was. Use one \
      timeline, for example DispatchQueue.test(on:), or advance both. Pending on \(mine): \(waitingText)
      """
  }

  var title: Title { Title(name: name, birth: birth) }

  /// What a timeline is called in messages about two.
  struct Title: Sendable {
    let name: String
    let birth: UInt64

    /// The name, told apart from another's.
    func beside(_ other: Title) -> String {
      name == other.name ? "\(name) (made \(birth < other.birth ? "first" : "later"))" : name
    }
  }

  /// Reports at the end of this timeline what has been neglected: here, or because of it on one that may never go.
  ///
  /// Only where the maker is at work, since elsewhere it would be taken for another test's or for none's, or come when the
  /// test has ended.
  func reportNeglect() {
    if let forgotten = forgottenByUnknown { TestRuns.keepUnseen(forgotten) }
    let last = neglect ?? lateNeglect
    let mine = last.flatMap { $0.isCertain && !TestRuns.keep($0, madeBy: makingTask) ? $0 : nil }
    // Not before: the end of the process waits for those that go.
    removeFromWaiting()
    let others = neglects.withLock { $0.values.sorted { $0.key.number < $1.key.number } }
    guard mine != nil || !others.isEmpty, maker == .current, makingTask == Maker.currentTask else { return }
    mine?.report()
    for neglect in others {
      // One that has gone elsewhere could not be reported there. One that no task keeps will go, and report it then.
      let isKept = WaitingTimelines[neglect.key].map { other in
        other.lock.withLock { other.sleeperCount > 0 || !other.ready.isEmpty }
      }
      if isKept ?? true { neglect.report() }
    }
  }

  /// Takes out what has been neglected here by a test that is over, or by a class of tests.
  func takeNeglect() -> Neglect? {
    lock.withLock {
      let last = neglect ?? lateNeglect
      if last == nil, resumeClassWait() { return nil }
      neglect = nil
      stopWaiting()
      return last
    }
  }

  /// The same when all tests are over; where the test is not known, also what has been forgotten without another timeline
  /// that is known to have been advanced instead.
  func takeLastNeglect() -> Neglect? {
    lock.withLock {
      guard let waitingKey, waitingKey.maker.isTest || waitingKey.maker.isUnknown else { return nil }
      let last = neglect ?? lateNeglect ?? forgottenByUnknown
      neglect = nil
      stopWaiting()
      return last
    }
  }

  /// What nobody advances where the test is not known. Lock held, or nobody else has it any more.
  private var forgottenByUnknown: Neglect? {
    guard neglect?.isCertain != true, let waitingKey, waitingKey.maker.isUnknown, !hasBeenDriven, waitingCount > 0,
      TestRuns.begunXCTests == 0
    else { return nil }
    return Neglect(
      waitingKey,
      text: """
        Work waits on \(name), which nobody has advanced. It was scheduled where the test is not known: on a thread or in \
        a detached task. Pending on \(name): \(waitingText)
        """, place: nil, test: nil, isCertain: false, printing: false)
  }
}
