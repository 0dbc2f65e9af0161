import Synchronization

/// A subscription to a subject.
@usableFromInline
final class SubjectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let demand: DemandWord
  private let roster: SubscriberList
  /// 0: the subscriber is receiving this subscription; 1: it has; 2: it has, and it is then to receive the completion.
  private let greeting: Atomic<UInt8>

  // The following belong to the owner of the list.

  /// The place in the list, -1 for none.
  @exclusivity(unchecked) var index = -1
  /// Whether it has left before it came on the list.
  @exclusivity(unchecked) var hasLeft = false
  /// Whether the latest value is still to be delivered.
  @usableFromInline @exclusivity(unchecked) var missed = true
  /// The subscriber: a `_ErasedSubscriber` of the subject's types.
  @exclusivity(unchecked) private(set) var downstream: AnyObject?
  var node: UnsafeRawPointer? { downstream.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) } }
  /// The subject.
  @exclusivity(unchecked) private var parent: AnyObject?
  /// The subject's type, for descriptions.
  private let type: AnyObject.Type
  private let onlookers = MirrorReaders()

  /// - Parameter takesAll: whether the subscriber requests unlimited values while it receives this, and does nothing
  ///   else then: so it has no greeting, and has asked already.
  @usableFromInline init(
    _ roster: SubscriberList, _ downstream: AnyObject, _ parent: AnyObject, takesAll: Bool
  ) {
    demand = DemandWord(isUnlimited: takesAll)
    greeting = Atomic(takesAll ? 1 : 0)
    self.roster = roster
    self.downstream = downstream
    self.parent = parent
    type = Swift.type(of: parent)
  }

  @usableFromInline var _isForeign: Bool { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { trap(description, "a request must ask for at least one value") }
    // A subscriber that requested before it received this is added by the code that sends the subscription.
    if demand.now == DemandWord.unlimited { return }
    // Demand for changes of an object is not counted.
    let counted = type == ObservableObjectPublisher.self ? .unlimited : more
    guard demand.add(counted) != nil else { return }
    acknowledge()
  }

  /// Tells that the subscriber has asked.
  @usableFromInline func acknowledge() {
    roster.upstreams.acknowledgeDemand()
    roster.subscriberAsked(self)
  }

  @usableFromInline func cancel() {
    if demand.end() >> 63 == 0 { roster.leave(self) }
  }

  /// Takes one value out of the demand.
  @usableFromInline func take() -> Bool {
    let now = demand.now
    return now != 0 && now >> 63 == 0 && demand.subtract(1) != nil
  }

  /// True if the subscriber is still receiving this subscription; then the code that sends it sends the completion too.
  func leaveEndToGreeter() -> Bool {
    greeting.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
  }

  /// The subscriber has received this subscription. True if it must now receive the completion.
  @usableFromInline func endsWithGreeting() -> Bool {
    greeting.exchange(1, ordering: .acquiringAndReleasing) == 2 && demand.end() >> 63 == 0
  }

  /// Drops everything, once it is off the list.
  func letGo() {
    onlookers.wait()
    downstream = nil
    parent = nil
  }

  /// The name of the subject's type without its parameters.
  @usableFromInline var description: String { String(String(describing: type).prefix { $0 != "<" }) }
  @usableFromInline var customMirror: Mirror {
    let ends: (subject: AnyObject?, subscriber: AnyObject?)? = onlookers.look(at: demand) { (parent, downstream) }
    let (subject, subscriber) = (ends?.subject as Any, ends?.subscriber as Any)
    if type == ObservableObjectPublisher.self { return Mirror(self, children: ["downstream": shown(ends?.subscriber)]) }
    return Mirror(
      self,
      children: ["parent": subject, "downstream": subscriber, "demand": demand.demand, "subject": subject])
  }
  @usableFromInline var playgroundDescription: Any { description }
}
