import Synchronization

/// A subscription to a subject.
@usableFromInline
final class SubjectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline let demand: DemandWord
  private let roster: SubscriberList
  /// 0: the subscriber is receiving this subscription. 1: it has received it. 2: it is receiving it, and must then
  /// receive the completion.
  private let greeting: Atomic<UInt8>

  // The following belong to the owner of the list.

  /// The place in the list, -1 for none.
  @exclusivity(unchecked) var index = -1
  /// Whether the subscriber left before it joined the list.
  @exclusivity(unchecked) var hasLeft = false
  /// Whether the subscriber has missed the latest value.
  @usableFromInline @exclusivity(unchecked) var missed = true
  /// The subscriber: a `_ErasedSubscriber` of the subject's types.
  @exclusivity(unchecked) private(set) var downstream: AnyObject?
  var node: UnsafeRawPointer? { downstream.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) } }
  /// The subject.
  @exclusivity(unchecked) private var parent: AnyObject?
  /// The subject's type, for descriptions.
  private let type: AnyObject.Type
  private let onlookers = MirrorReaders()

  /// - Parameter takesAll: whether the subscriber requests unlimited values while it receives this subscription, and
  ///   does nothing else. The demand is then recorded in advance.
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
    // If the demand is unlimited from the start, the code that sends the subscription acknowledges it.
    if demand.now == DemandWord.unlimited { return }
    // The demand for changes of an object is not counted.
    let counted = type == ObservableObjectPublisher.self ? .unlimited : more
    guard demand.add(counted) != nil else { return }
    acknowledge()
  }

  /// Informs the subject that the subscriber has requested values.
  @usableFromInline func acknowledge() {
    roster.upstreams.acknowledgeDemand()
    roster.subscriberAsked(self)
  }

  @usableFromInline func cancel() {
    if demand.end() >> 63 == 0 { roster.leave(self) }
  }

  /// Subtracts one value from the demand. Returns false if there is none.
  @usableFromInline func take() -> Bool {
    let now = demand.now
    return now != 0 && now >> 63 == 0 && demand.subtract(1) != nil
  }

  /// Returns true if the subscriber is still receiving this subscription. The code that sends it then also sends the
  /// completion.
  func leaveEndToGreeter() -> Bool {
    greeting.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
  }

  /// Marks this subscription as received. Returns true if the subscriber must now receive the completion.
  @usableFromInline func endsWithGreeting() -> Bool {
    greeting.exchange(1, ordering: .acquiringAndReleasing) == 2 && demand.end() >> 63 == 0
  }

  /// Releases the subscriber and the subject, after it is off the list.
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
