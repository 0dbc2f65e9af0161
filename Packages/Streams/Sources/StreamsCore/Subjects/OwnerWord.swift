import Synchronization

/// Decides which thread may use a ``SubscriberList``, in one atomic word. The threads are known by their tokens.
///
/// | value | meaning |
/// | --- | --- |
/// | `idle` | no thread uses the list |
/// | a token | the thread with this token, the owner, delivers |
/// | a token + `events` | others have left events in the inbox for the owner; they do not wait |
/// | `events` | no thread owns the list; its events are offered to the next sender |
/// | any of these + `latch` | closed while a thread moves a value, or edits the list of an idle subject; others wait |
///
/// A plain store opens the latch, so sending a value takes two locked instructions.
@usableFromInline struct OwnerWord: ~Copyable {
  @_alwaysEmitIntoClient let word = Atomic<UInt>(0)

  @_alwaysEmitIntoClient @inline(__always) static var idle: UInt { 0 }
  @_alwaysEmitIntoClient @inline(__always) static var events: UInt { 1 }
  @_alwaysEmitIntoClient @inline(__always) static var latch: UInt { 2 }

  init() {}

  @_alwaysEmitIntoClient @inline(__always) borrowing func change(from former: UInt, to new: UInt) -> Bool {
    word.compareExchange(expected: former, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  // MARK: The owner

  /// Makes the calling thread the owner if the list is idle.
  @_alwaysEmitIntoClient @inline(__always) borrowing func take(_ me: UInt) -> Bool { change(from: Self.idle, to: me) }

  /// The same, and closes the latch.
  @_alwaysEmitIntoClient @inline(__always) borrowing func takeAndClose(_ me: UInt) -> Bool {
    change(from: Self.idle, to: me | Self.latch)
  }

  /// Gives up ownership. Returns false if events are pending; the owner must then settle.
  @_alwaysEmitIntoClient @inline(__always) borrowing func giveUp(_ me: UInt) -> Bool { change(from: me, to: Self.idle) }

  /// Whether the calling thread is the owner.
  borrowing func isOwner(_ me: UInt) -> Bool { word.load(ordering: .relaxed) & ~(Self.events | Self.latch) == me }

  /// Whether the calling thread is the owner and nothing is pending.
  borrowing func isQuiet(_ me: UInt) -> Bool { word.load(ordering: .relaxed) == me }

  // MARK: Events

  var hasEvents: Bool { word.load(ordering: .relaxed) & Self.events != 0 }

  borrowing func addEvents() { exchange { $0 | Self.events } }

  enum Former { case idle, offered, owned }

  /// Makes the calling thread the owner if there is none. Otherwise tells the owner that there are events.
  borrowing func takeOrAddEvents(_ me: UInt) -> Former {
    let former = exchange { $0 & ~Self.events == 0 ? me | $0 : $0 | Self.events }
    return former == Self.idle ? .idle : former == Self.events ? .offered : .owned
  }

  /// Makes the calling thread the owner, unless another one has taken the offered events.
  borrowing func takeOffered(_ me: UInt) -> Bool {
    exchange { $0 == Self.events ? me | $0 : $0 } == Self.events
  }

  /// Replaces the word. For the owner.
  borrowing func become(_ new: UInt) { exchange { _ in new } }

  // MARK: The latch

  /// Closes the latch if the list is idle. The inbox is then empty.
  borrowing func closeIdle() -> Bool { change(from: Self.idle, to: Self.latch) }

  /// Closes the latch if the list is idle. Otherwise tells the owner that there are events.
  borrowing func closeOrAddEvents() -> Bool {
    exchange { $0 == Self.idle ? Self.latch : $0 | Self.events } == Self.idle
  }

  /// Closes the latch, for the owner, if nothing is pending.
  @_alwaysEmitIntoClient @inline(__always) borrowing func closeIfQuiet(_ me: UInt) -> Bool {
    change(from: me, to: me | Self.latch)
  }

  /// Closes the latch. Returns the word with which to open it again.
  @usableFromInline borrowing func close() -> UInt { exchange { $0 | Self.latch } }

  /// Opens the latch. As with ``Lock/unlock()``, the optimiser must not see into it: it would retain a value that has been
  /// copied out or in only afterwards.
  @_optimize(none) @inline(never) @usableFromInline borrowing func open(_ new: UInt) {
    word.store(new, ordering: .releasing)
  }

  /// Waits until the latch is open, and replaces the word with the result of `change`. Returns the former word.
  @discardableResult private borrowing func exchange(_ change: (UInt) -> UInt) -> UInt {
    var old = word.load(ordering: .relaxed)
    var rounds = 0
    while true {
      if old & Self.latch != 0 {
        backOff(&rounds)
        old = word.load(ordering: .relaxed)
        continue
      }
      let result = word.compareExchange(expected: old, desired: change(old), ordering: .acquiringAndReleasing)
      if result.exchanged { return old }
      old = result.original
    }
  }
}
