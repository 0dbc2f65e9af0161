import Synchronization

/// Guards the properties that the calls of a subscriber use, so that they can be released although a custom publisher
/// keeps the subscriber. Whichever ends last releases them: a call under way, or ``close()``.
///
/// Publishers of Streams release a subscriber at the end, and hold it during a delivery, so their calls need no gate. A
/// gated call costs two locked instructions.
@usableFromInline struct CallGate: ~Copyable {
  private let state = Atomic<UInt8>(0)
  @usableFromInline init() {}

  /// A call is under way.
  private static var underWay: UInt8 { 1 }
  /// The guarded properties are released, or will be when the call under way returns.
  private static var closed: UInt8 { 2 }

  /// Calls `body`, unless the gate is closed. Returns true if the caller must now release the guarded properties.
  @usableFromInline func call(_ body: () -> Void) -> Bool {
    let entry = state.compareExchange(expected: 0, desired: Self.underWay, ordering: .acquiring)
    if entry.original & Self.closed != 0 { return false }
    body()
    guard entry.exchanged else { return false }
    return !state.compareExchange(expected: Self.underWay, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Prevents further calls. Returns true if the caller must release the guarded properties; otherwise a call under way
  /// does.
  @usableFromInline func close() -> Bool {
    state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue == 0
  }

  /// Resets the gate. The caller must hold the only reference.
  @usableFromInline func reopen() { state.store(0, ordering: .relaxed) }
}
