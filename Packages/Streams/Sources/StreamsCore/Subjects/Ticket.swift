import Synchronization

/// A subscription to a subject.
@usableFromInline
final class Ticket<Output, Failure: Error>: Subscription, CustomStringConvertible,
  CustomReflectable, CustomPlaygroundDisplayConvertible
{
  @usableFromInline let demand = DemandWord()
  private let broadcaster: Broadcaster<Output, Failure>
  /// 0: the subscriber is receiving this subscription; 1: it has; 2: it has, and it is then to receive the completion.
  private let greeting = Atomic<UInt8>(0)

  // The following belong to the owner of the broadcaster's list.

  /// The place in the list, -1 for none.
  @exclusivity(unchecked) var index = -1
  /// Whether the latest value is still to be delivered.
  @usableFromInline @exclusivity(unchecked) var missed = true
  @usableFromInline @exclusivity(unchecked) var downstream: _Node<Output, Failure>?
  @exclusivity(unchecked) private var parent: AnyObject?

  init(_ broadcaster: Broadcaster<Output, Failure>, _ downstream: _Node<Output, Failure>, _ parent: AnyObject) {
    self.broadcaster = broadcaster
    self.downstream = downstream
    self.parent = parent
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    precondition(more != .none, "\(description): a request must ask for at least one value")
    guard demand.add(more) != nil else { return }
    broadcaster.upstreams.acknowledgeDemand()
    if broadcaster.keepsLatest { broadcaster.catchUp(self) }
  }

  @usableFromInline func cancel() {
    if demand.end() >> 63 == 0 { broadcaster.remove(self) }
  }

  /// Takes one value out of the demand.
  @usableFromInline func take() -> Bool {
    let now = demand.now
    return now != 0 && now >> 63 == 0 && demand.subtract(1) != nil
  }

  /// True if the subscriber is still receiving this subscription; then who gave it sends the completion too.
  func leaveEndToGreeter() -> Bool {
    greeting.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
  }

  /// The subscriber has received this subscription. True if it must now receive the completion.
  func endsWithGreeting() -> Bool {
    greeting.exchange(1, ordering: .acquiringAndReleasing) == 2 && demand.end() >> 63 == 0
  }

  /// Drops everything, once it is out of the list.
  func letGo() {
    downstream = nil
    parent = nil
  }

  @usableFromInline var description: String { parent.map { nameOfSubject($0) } ?? "Subject" }
  @usableFromInline var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "parent": parent as Any, "downstream": downstream as Any, "demand": demand.demand, "subject": parent as Any,
      ])
  }
  @usableFromInline var playgroundDescription: Any { description }
}

/// The name of a subject's type without its parameters.
private func nameOfSubject(_ subject: AnyObject) -> String {
  String(String(describing: type(of: subject)).prefix { $0 != "<" })
}
