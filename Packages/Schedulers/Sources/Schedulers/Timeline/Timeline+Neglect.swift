/// Two timelines in one test are mostly a mistake: one is advanced, and what waits on the other never comes.
///
/// That is noticed when the one is advanced, and reported when either goes, which mostly is at the end of the test, or at
/// that end where it is known: until then somebody may yet advance the other. If tasks sleep there, that end may never
/// come, so it is also printed.
extension Timeline {
  /// Who made it; where tests run one at a time, the one that uses it now. Lock held.
  var knownMaker: Maker {
    switch maker {
    case let maker? where !maker.isAlone: return maker
    default:
      let current = Maker.current
      maker = current
      return current
    }
  }

  /// Takes note that there is work, but nobody has advanced this timeline yet. Lock held.
  func beginToWait() {
    let key = waitingKey ?? .init(maker: knownMaker, number: WaitingTimelines.nextNumber())
    introduceToCurrent(as: key)
    guard waitingKey == nil else { return }
    waitingKey = key
    WaitingTimelines.add(self, as: key)
  }

  /// Takes note that somebody minds this timeline, as who advances it does: nothing is neglected here from now on. Lock
  /// held.
  func stopWaiting() {
    guard !hasBeenDriven else { return }
    hasBeenDriven = true
    closeNeglect()
    if let waitingKey { WaitingTimelines.remove(waitingKey) }
  }

  /// Lets the timelines of the same test on which work waits know that this one is advanced. Remembers what that gave
  /// rise to if it is certain that they are of no earlier test.
  func noteNeglected() {
    for other in WaitingTimelines.all(of: lock.withLock { knownMaker }) {
      guard let neglect = other.noteNeglect(because: self) else { continue }
      guard neglect.key.maker.isTest || neglect.key.number > birth else { continue }
      neglects.withLock { $0[neglect.key] = neglect }
    }
  }

  /// Takes note that another timeline is advanced; nil if no work waits here.
  private func noteNeglect(because other: Timeline) -> Neglect? {
    lock.withLock {
      guard !hasBeenDriven, let key = waitingKey, hasForegroundWork else {
        closeNeglect()
        return nil
      }
      if let neglect { return neglect }
      let isLater = key.number > other.birth
      let new = Neglect(
        key, text: describeNeglect(because: other), place: queue.first.flatMap { record(of: $0).place },
        isCertain: isLater || key.maker.isOneTest, printing: (isLater || key.maker.isTest) && sleeperCount > 0)
      neglect = new
      return new
    }
  }

  /// Lock held.
  func closeNeglect() {
    neglect?.close()
    neglect = nil
  }

  /// Lock held.
  private func describeNeglect(because other: Timeline) -> String {
    let (mine, others) = (title(beside: other), other.title(beside: self))
    return """
      Work waits on \(mine), which nobody has advanced, but \(others), another timeline of this test, was. Use one \
      timeline, for example DispatchQueue.test(on:), or advance both. Pending on \(mine): \(describe(pendingUnderLock))
      """
  }

  /// Its name, told apart from another's.
  private func title(beside other: Timeline) -> String {
    name == other.name ? "\(name) (made \(birth < other.birth ? "first" : "later"))" : name
  }

  /// Reports at the end what has been neglected: here, or on another timeline because of this one.
  ///
  /// Only where the maker is at work, since elsewhere it would be taken for another test's or for none's.
  func reportNeglect() {
    if let waitingKey, !hasBeenDriven { WaitingTimelines.remove(waitingKey) }
    let mine = [neglect].compactMap(\.self).filter(\.isCertain)
    let others = neglects.withLock { Array($0.values) }
    guard !mine.isEmpty || !others.isEmpty, maker == .current else { return }
    for neglect in mine { neglect.report() }
    for neglect in others.sorted(by: { $0.key.number < $1.key.number }) {
      // One that has gone elsewhere could not be reported there.
      let isStillThere = WaitingTimelines[neglect.key].map { other in other.lock.withLock { other.hasForegroundWork } }
      if isStillThere ?? true { neglect.report() }
    }
  }

  /// Reports what a test has neglected here that is over.
  func reportNeglectAtEnd() {
    let open = lock.withLock {
      let open = neglect
      neglect = nil
      stopWaiting()
      return open
    }
    open?.report()
  }
}
