/// Two timelines in one test are mostly a mistake: one is advanced, and what waits on the other never comes.
///
/// That is noticed when the one is advanced, and reported when either goes, which mostly is at the end of the test: until
/// then somebody may yet advance the other. If tasks sleep there, that end may never come, so it is also printed.
extension Timeline {
  /// What has waited, while another timeline of the same test was advanced.
  struct Neglect {
    let text: String
    let place: SourcePlace?
    let watch: Watchdog?
  }

  /// Lock held.
  var knownMaker: Maker {
    if let maker { return maker }
    let current = Maker.current
    maker = current
    return current
  }

  /// Takes note that there is work, but nobody has advanced this timeline yet. Lock held.
  func beginToWait() {
    let key = waitingKey ?? .init(maker: knownMaker, number: WaitingTimelines.nextNumber())
    introduceToCurrent(as: key)
    guard waitingKey == nil else { return }
    waitingKey = key
    WaitingTimelines.add(self, as: key)
  }

  /// Takes note that it is advanced. Lock held.
  func noteFirstAdvance() {
    hasBeenDriven = true
    neglect = nil
    _ = knownMaker
    if let waitingKey { WaitingTimelines.remove(waitingKey) }
  }

  /// Lets the timelines of the same test on which work waits know that this one is advanced, and remembers them, if it is
  /// certain that they are of no earlier test.
  func noteNeglected() {
    for other in WaitingTimelines.all(of: lock.withLock { knownMaker }) {
      guard let key = other.noteNeglect(because: self), key.maker.isOneTest || key.number > birth else { continue }
      acquaintances.withLock { _ = $0.insert(key) }
    }
  }

  /// Takes note that another timeline is advanced; nil if no work waits here.
  private func noteNeglect(because other: Timeline) -> WaitingTimelines.Key? {
    lock.withLock {
      guard !hasBeenDriven, queue.count > backgroundCount else {
        neglect = nil
        return nil
      }
      if neglect == nil { neglect = makeNeglect(because: other) }
      return waitingKey
    }
  }

  /// Lock held.
  private func makeNeglect(because other: Timeline) -> Neglect {
    let text = """
      Work waits on \(name), which nobody has advanced, but \(other.name), another timeline of this test, was. Use one \
      timeline, for example DispatchQueue.test(on:), or advance both. Pending on \(name): \(describe(pendingUnderLock))
      """
    return Neglect(
      text: text, place: queue.first.flatMap { record(of: $0).place },
      watch: sleeperCount == 0 ? nil : Watchdog(after: .seconds(10)) { text })
  }

  /// Reports at the end what has been neglected: here, or on another timeline because of this one.
  ///
  /// Only where the maker is at work, since elsewhere it would be taken for another test's or for none's.
  func reportNeglect() {
    if let waitingKey, !hasBeenDriven { WaitingTimelines.remove(waitingKey) }
    let neglects = [neglect] + takeAcquaintances().map { $0.takeNeglect() }
    for case let neglect? in neglects where maker == .current {
      reportIssue(neglect.text, at: ReportPlace(of: neglect.place))
    }
  }

  /// What is to be reported of work that still waits here. It is reported once.
  private func takeNeglect() -> Neglect? {
    lock.withLock {
      guard queue.count > backgroundCount else { return nil }
      defer { neglect = nil }
      return neglect
    }
  }
}
