import Synchronization

/// Guards what the calls of a node use, so that it can be released although a publisher that is not ours keeps the
/// node: by whichever comes last, a call under way or ``close()``.
///
/// Publishers of ours release a subscriber when it is over, and hold it while they deliver to it, so calls from them
/// need no gate. A gated call costs two locked instructions.
@usableFromInline struct CallGate: ~Copyable {
  private let state = Atomic<UInt8>(0)
  @usableFromInline init() {}

  /// A call is under way.
  private static var underWay: UInt8 { 1 }
  /// What calls use is released, or will be when the call under way returns.
  private static var closed: UInt8 { 2 }

  /// Calls `body` unless it is closed. True if the caller must release what is guarded, now.
  @usableFromInline func call(_ body: () -> Void) -> Bool {
    let entry = state.compareExchange(expected: 0, desired: Self.underWay, ordering: .acquiring)
    if entry.original & Self.closed != 0 { return false }
    body()
    guard entry.exchanged else { return false }
    return !state.compareExchange(expected: Self.underWay, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Lets no further call begin. True if the caller must release what is guarded; otherwise a call under way does.
  @usableFromInline func close() -> Bool {
    state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue == 0
  }

  /// Resets it. The caller must hold the only reference.
  @usableFromInline func reopen() { state.store(0, ordering: .relaxed) }
}
