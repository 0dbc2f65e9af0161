import Synchronization

/// The state of a ``PublisherEdge``, without its types. It holds the node until the gate is closed and the last caller
/// has left.
///
/// It is an object of its own, because the node's subscription holds it: with the ``PublisherEdge`` itself, node and
/// subscription would keep each other alive after a publisher has released its subscriber.
final class Gate {
  /// A set of the flags below; the higher bits count the callers.
  private let state = Atomic<UInt32>(0)
  /// Released by the last caller to leave a closed gate.
  @exclusivity(unchecked) private var node: AnyObject?

  /// No further caller may enter.
  private static var closed: UInt32 { 1 }
  /// A thread has taken the node, to release it.
  private static var empty: UInt32 { 2 }
  /// A subscription has arrived.
  private static var subscribed: UInt32 { 4 }
  /// The callers are not counted.
  private static var open: UInt32 { 8 }
  /// One caller.
  private static var caller: UInt32 { 16 }

  enum Entry {
    case closed
    case entered
    /// Entered, with the first subscription.
    case subscribed
    /// The gate is open. The caller need not leave.
    case opened
  }

  init(to node: AnyObject) { self.node = node }

  var isOpen: Bool { state.load(ordering: .acquiring) == Self.subscribed | Self.open }
  var isSubscribed: Bool { state.load(ordering: .acquiring) & Self.subscribed != 0 }

  /// Counts a caller. It must leave, also if the gate is closed.
  func enter() -> Entry {
    state.wrappingAdd(Self.caller, ordering: .acquiring).oldValue & Self.closed == 0 ? .entered : .closed
  }

  /// Counts a caller that brings a subscription. Opens the gate if it is one of Streams' and there is no other caller.
  func enter(with subscription: any Subscription, mayOpen: Bool) -> Entry {
    let before = state.wrappingAdd(Self.caller, ordering: .acquiring).oldValue
    if before & Self.closed != 0 { return .closed }
    if before & Self.subscribed != 0 { return .entered }
    if mayOpen, subscription._own != nil,
      state.compareExchange(
        expected: Self.caller, desired: Self.subscribed | Self.open, ordering: .acquiringAndReleasing
      ).exchanged
    {
      return .opened
    }
    let claimed = state.bitwiseOr(Self.subscribed, ordering: .acquiringAndReleasing).oldValue
    return claimed & Self.subscribed == 0 ? .subscribed : .entered
  }

  func leave() {
    releaseNode(state.wrappingSubtract(Self.caller, ordering: .acquiringAndReleasing).newValue)
  }

  /// Lets no further caller enter, and releases the node, now or after the last caller.
  func close() { releaseNode(state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).newValue) }

  /// Releases the node if the gate is closed and has no caller. The publisher releases an open gate.
  private func releaseNode(_ now: UInt32) {
    guard now & ~Self.subscribed == Self.closed,
      state.compareExchange(expected: now, desired: now | Self.empty, ordering: .acquiringAndReleasing).exchanged
    else { return }
    node = nil
  }
}
