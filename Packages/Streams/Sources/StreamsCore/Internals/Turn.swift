import Synchronization

/// The right to deliver, for operators with several inputs: one thread at a time has the turn, and with it everything
/// that belongs to the delivery. The others leave what they have in a mailbox, for the one who has the turn.
///
/// To take the turn and to pass it on costs one atomic operation each. The mailbox is the owner's; `lock` guards it.
@usableFromInline struct Turn: ~Copyable {
  /// 1: somebody has the turn. 2: there is something in the mailbox. 4: it is over, and nobody gets the turn again.
  @usableFromInline let word: Atomic<UInt8>
  @usableFromInline let lock = Lock()

  /// What ``collect(_:)`` finds.
  @frozen @usableFromInline enum Call { case work, rest, over }

  /// - Parameter isTaken: whether the one who makes it has the turn.
  @inlinable init(isTaken: Bool = false) { word = Atomic(isTaken ? 1 : 0) }

  @inlinable @inline(__always) var isOver: Bool { word.load(ordering: .relaxed) & 4 != 0 }

  /// Takes the turn, unless somebody has it.
  @inlinable @inline(__always) borrowing func take() -> Bool {
    word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  /// Passes the turn on. False if there is something left to do; then the caller still has the turn and must see to it.
  @inlinable @inline(__always) borrowing func pass() -> Bool {
    word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
  }

  /// Lets `body` put something into the mailbox, unless it is over. True if nobody had the turn: the caller has it now,
  /// and must see to the mailbox.
  @inlinable borrowing func leave(_ body: () -> Void) -> Bool {
    lock.withLock {
      if isOver { return false }
      body()
      return word.bitwiseOr(3, ordering: .acquiringAndReleasing).oldValue & 1 == 0
    }
  }

  /// For the one who has the turn: lets `body` empty the mailbox; passes the turn on if it was empty (`.rest`).
  @inlinable borrowing func collect(_ body: () -> Void) -> Call {
    lock.withLock {
      body()
      var old = word.load(ordering: .acquiring)
      while true {
        if old & 4 != 0 { return .over }
        let result = word.compareExchange(expected: old, desired: (old & 2) >> 1, ordering: .acquiringAndReleasing)
        if result.exchanged { return old & 2 != 0 ? .work : .rest }
        old = result.original
      }
    }
  }

  /// Ends it. `isFirst` for the first who does; `hasTurn` if nobody had the turn: then the caller clears up, otherwise
  /// the one who has the turn does.
  @usableFromInline borrowing func end() -> (isFirst: Bool, hasTurn: Bool) {
    let old = word.bitwiseOr(5, ordering: .acquiringAndReleasing).oldValue
    return (old & 4 == 0, old & 5 == 0)
  }
}
