/// Work from before the tests of XCTest, or from before the first of a class: it belongs to all tests that have it.
extension Timeline {
  /// Whose a timeline is that was there before the tests.
  package enum Owner: Sendable {
    /// One test case has it in its properties.
    case testCase(Int)
    /// Cases of these classes have, as a static one that they give to their properties.
    case classes(Set<Int>)
  }

  /// Work that waits of a class of tests: a part of the order of all work.
  struct Wait {
    let maker: Maker
    let sequenceBefore: UInt32
    let sequenceAfter: UInt32
  }

  /// Says whose it is.
  package func set(_ owner: Owner) { lock.withLock { self.owner = owner } }

  /// Whether one test case has it, but another runs. Lock held.
  var isOfAnotherCase: Bool {
    guard case .testCase(let number) = owner else { return false }
    return TestRuns.runningCase != number
  }

  /// Whether work waits here that nobody has ever advanced, and whose it is remains to be seen: it was made before the
  /// tests, up to a number.
  func isOrphan(madeUpTo number: UInt64) -> Bool { lock.withLock { isOrphanHere(madeUpTo: number) } }

  /// Lock held.
  private func isOrphanHere(madeUpTo number: UInt64) -> Bool {
    birth <= number && owner == nil && lastDriven < 0 && waitingCount > 0
  }

  /// A text for messages, if it has been looked in vain whose it is.
  func hiddenText(madeUpTo number: UInt64, because other: Title) -> String? {
    lock.withLock {
      guard neglect == nil, isOrphanHere(madeUpTo: number) else { return nil }
      let (mine, others) = (title.beside(other), other.beside(title))
      return """
        Work waits on \(mine), which nobody has advanced, but \(others), which a test uses, was. It began before the \
        tests, and whose it is was not found: a closure, a var of an object, or an object that several test cases have \
        may hide it. Pending on \(mine): \(waitingText)
        """
    }
  }

  /// Lets all that waits here, and that nobody has ever advanced, be the work of a test or class that begins.
  func beLeft(to maker: Maker, if isItsOwn: (Owner) -> Bool) {
    lock.withLock {
      guard let owner, isItsOwn(owner), lastDriven < 0, waitingCount > 0 else { return }
      closeNeglect()
      wait(for: maker)
      inheritedUpTo = queue.nextSequence
    }
  }

  /// Whether all that waits here was left to the running test, since its case had this timeline before the tests.
  var isInherited: Bool {
    lock.withLock {
      guard case .testCase = owner, let inheritedUpTo else { return false }
      return lastDriven < 0 && !isOfAnotherCase && !hasWork(from: inheritedUpTo, to: .max)
    }
  }

  /// Forgets what waits here, since whose it was has it no more.
  package func disown() { lock.withLock { stopWaiting() } }

  /// Sets work aside which the running test seemed to have done, if another test case has this timeline; true if so.
  func leaveToItsOwner() -> Bool {
    lock.withLock {
      guard isOfAnotherCase else { return false }
      closeNeglect()
      wait(for: .nobody)
      return true
    }
  }

  /// A test is about to wait here, too: keeps what waits of its class. Lock held.
  func keepClassWait() {
    guard let waitingKey, case .xcClass = waitingKey.maker, hasNewWork else { return }
    classWait = Wait(
      maker: waitingKey.maker, sequenceBefore: sequenceBefore, sequenceAfter: min(sequenceAfter, queue.nextSequence))
  }

  /// The test is over: what waited of its class does so again; false if nothing did, or nothing of that is left. Lock held.
  func resumeClassWait() -> Bool {
    guard let classWait else { return false }
    self.classWait = nil
    guard hasWork(from: classWait.sequenceBefore, to: classWait.sequenceAfter) else { return false }
    closeNeglect()
    wait(for: classWait.maker)
    workBefore = .max
    sequenceBefore = classWait.sequenceBefore
    sequenceAfter = classWait.sequenceAfter
    return true
  }

  /// Keeps in mind what the tests of a class have neglected here, before the class is torn down; to advance still helps.
  func noteClassNeglect() { lock.withLock { neglect = neglect ?? lateNeglect } }
}
