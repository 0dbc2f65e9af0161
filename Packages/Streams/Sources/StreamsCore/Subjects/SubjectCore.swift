import Synchronization

/// The delivery of a subject's values to those on its ``SubscriberList``.
///
/// While one thread delivers, what another sends waits in the mailbox, and the first delivers it in order. A send from
/// within a delivery on the same thread is delivered at once, unless something older waits: then it waits behind that.
@usableFromInline final class SubjectCore<Output, Failure: Error>: SubscriberList {
  @usableFromInline typealias Node = _ErasedSubscriber<Output, Failure>

  enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
    case catchUp(SubjectSubscription)
  }

  /// Whether it keeps values, and when one becomes the current one.
  @frozen @usableFromInline enum Keeping: UInt8 { case nothing, whenSent, whenDelivered }

  @usableFromInline let keeping: Keeping
  /// Guarded by `lock`.
  @exclusivity(unchecked) private var events: ContiguousArray<Event> = []
  /// How many of the events are values; guarded by `lock`.
  @exclusivity(unchecked) private var waitingValues = 0
  /// How many of the events that the owner has taken out of the mailbox it has not come to; belongs to the owner.
  @exclusivity(unchecked) private var untouched = 0
  /// Belongs to the owner; constant once set.
  @exclusivity(unchecked) private var completion: Subscribers.Completion<Failure>?
  /// The last value delivered, for those who subscribe or ask later; belongs to the owner. Nil if none is kept.
  @usableFromInline @exclusivity(unchecked) var latest: Output?
  /// The last value sent, delivered or not, or the last whose delivery is over; guarded by the latch. Nil if none is
  /// kept.
  @usableFromInline @exclusivity(unchecked) var current: Output?

  @usableFromInline override init() {
    keeping = .nothing
    super.init()
  }

  init(current: Output, _ keeping: Keeping) {
    self.keeping = keeping
    latest = current
    self.current = current
    super.init()
  }

  /// Adds a subscriber and greets it. `parent` is kept alive until it leaves.
  @inlinable func add(_ node: Node, parent: AnyObject) {
    if node._takesAll { return add(greedy: node, parent: parent) }
    let ticket = SubjectSubscription(self, node, parent, takesAll: false)
    if join(ticket, Unmanaged.passUnretained(node).toOpaque()) {
      node.receive(subscription: ticket)
      if ticket.endsWithGreeting() { complete(node) }
    } else if node.receiveEmptySubscription() {
      complete(node)
    }
  }

  /// Adds a subscriber that asks for everything. It may receive the first values when it has its subscription only.
  @inlinable func add(greedy node: Node, parent: AnyObject) {
    let ticket = SubjectSubscription(self, node, parent, takesAll: true)
    let reference = Unmanaged.passUnretained(ticket)
    // Consumed, so that it is not retained for this.
    let subscription: any Subscription = consume ticket
    node.receive(subscription: subscription)
    reference._withUnsafeGuaranteedRef { ticket in
      if !join(ticket, Unmanaged.passUnretained(node).toOpaque()) { return complete(node) }
      if ticket.demand.isOver { leave(ticket) } else { ticket.acknowledge() }
    }
    withExtendedLifetime(subscription) {}
  }

  /// The current value of one that keeps it.
  @inlinable var value: Output {
    let word = closeLatch()
    let value = current
    openLatch(word)
    return value.unsafelyUnwrapped
  }

  // MARK: Sending

  /// Sends a value. False if it is dropped because the stream has ended.
  @inlinable @discardableResult func send(_ value: Output) -> Bool {
    let me = currentThreadToken()
    // To become the owner closes the latch too where there is a value to keep.
    let isKept = keeping == .whenSent
    guard owner.compareExchange(expected: 0, desired: isKept ? me | 2 : me, ordering: .acquiringAndReleasing).exchanged
    else { return sendBusy(value, me) }
    if isKept, !keep(value, me) { return false }
    deliver(value)
    if !owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged { settle(me) }
    return true
  }

  /// Sends a value. After the end it only becomes the current one.
  func set(_ value: Output) {
    if send(value) { return }
    var former = Optional(value)
    makeCurrent(&former)
  }

  /// Makes the value the current one and opens the latch; gives the list up and returns false if it is over.
  @inlinable @inline(__always) func keep(_ value: Output, _ me: UInt) -> Bool {
    if isOver {
      openLatch(0)
      return false
    }
    var former = Optional(value)
    swap(&current, &former)
    openLatch(me)
    latest = value
    withExtendedLifetime(former) {}
    return true
  }

  /// Delivers to everyone who is on the list now.
  @inlinable func deliver(_ value: Output) {
    guard let entries else { return }
    for index in 0..<count {
      guard let entry = entries[index] else { continue }
      let node = Unmanaged<Node>.fromOpaque(entry.node)
      let demand = entry.ticket._withUnsafeGuaranteedRef { $0.demand.now }
      if demand == DemandWord.unlimited {
        if keeping != .nothing { entry.ticket._withUnsafeGuaranteedRef { $0.missed = false } }
        _ = node._withUnsafeGuaranteedRef { $0.receive(value) }
      } else if demand >> 63 == 0 {
        entry.ticket._withUnsafeGuaranteedRef { ticket in
          ticket.missed = !ticket.take()
          if ticket.missed { return }
          let more = node._withUnsafeGuaranteedRef { $0.receive(value) }
          if more != .none { _ = ticket.demand.add(more) }
        }
      }
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let me = currentThreadToken()
    if claim(me, orLeave: .completion(completion)) {
      finish(completion)
      settle(me)
    }
  }

  /// Delivers the latest value to a subscriber that has missed it.
  override func subscriberAsked(_ ticket: SubjectSubscription) {
    if keeping == .nothing { return }
    let me = currentThreadToken()
    if claim(me, orLeave: .catchUp(ticket)) {
      deliverLatest(to: ticket)
      settle(me)
    }
  }

  // MARK: The busy paths

  /// The same when another delivery is under way, on this thread or another.
  @usableFromInline @discardableResult func sendBusy(_ value: Output, _ me: UInt) -> Bool {
    if claim(me, orLeave: .value(value)) {
      keepAndDeliver(value)
      settle(me)
    }
    return !lock.withLock { isOver }
  }

  /// Delivers a value, and makes it the latest and the current one. Values in the mailbox are newer.
  private func keepAndDeliver(_ value: Output, alsoToArrivals: Bool = false) {
    var kept: Output? = keeping == .nothing || isOver ? nil : value
    if kept != nil { latest = value }
    if keeping == .whenSent { makeCurrentIfNewest(&kept) }
    deliver(value)
    if alsoToArrivals {
      let (arrivals, left) = currentArrivals()
      left.forEach { $0.letGo() }
      for ticket in arrivals { deliver(value, to: ticket) }
    }
    if keeping == .whenDelivered { makeCurrentIfNewest(&kept) }
    withExtendedLifetime(kept) {}
  }

  /// Exchanges the current value, unless a newer value waits in the mailbox.
  func makeCurrentIfNewest(_ value: inout Output?) {
    if value != nil { lock.withLock { if waitingValues == 0 { makeCurrent(&value) } } }
  }

  /// True when this thread has become the owner. Otherwise the event is done (nested) or left for the owner.
  private func claim(_ me: UInt, orLeave event: Event) -> Bool {
    let isNested = owner.load(ordering: .relaxed) & ~3 == me
    if isNested, !waitsBehindOthers(event) {
      nested(event)
      return false
    }
    var former: Output?
    let isMine = lock.withLock {
      if !isNested, reserve(me) { return true }
      events.append(event)
      guard case .value(let value) = event else { return false }
      waitingValues += 1
      guard keeping != .nothing, completion == nil else { return false }
      former = value
      makeCurrent(&former)
      return false
    }
    withExtendedLifetime(former) {}
    return isMine
  }

  /// Whether a nested event has to wait because others came before it. Such work makes the owner settle, so it is not
  /// forgotten.
  private func waitsBehindOthers(_ event: Event) -> Bool {
    if case .catchUp = event { return false }
    return untouched > 0 || lock.withLock { !events.isEmpty }
  }

  private func nested(_ event: Event) {
    switch event {
    case .value(let value): keepAndDeliver(value, alsoToArrivals: true)
    case .completion(let completion): finish(completion)
    case .catchUp(let ticket): deliverLatest(to: ticket)
    }
  }

  /// The owner does what was left for it, then gives the list up.
  @usableFromInline func settle(_ me: UInt) {
    while true {
      var came: ContiguousArray<SubjectSubscription> = []
      var left: ContiguousArray<SubjectSubscription> = []
      var work: ContiguousArray<Event> = []
      let isDone = lock.withLock {
        swap(&came, &arrivals)
        swap(&left, &leavers)
        swap(&work, &events)
        waitingValues = 0
        if !came.isEmpty || !left.isEmpty || !work.isEmpty { return false }
        exchange { _ in 0 }
        return true
      }
      if isDone { return }
      untouched = work.count
      let gone = update(arrivals: came, leavers: left)
      gone.left.forEach { $0.letGo() }
      for ticket in gone.late {
        end(ticket)
        ticket.letGo()
      }
      for event in work {
        untouched -= 1
        switch event {
        case .value(let value):
          var kept: Output? = keeping == .nothing || isOver ? nil : value
          if kept != nil { latest = value }
          deliver(value)
          if keeping == .whenDelivered, untouched == 0 { makeCurrentIfNewest(&kept) }
          withExtendedLifetime(kept) {}
        case .completion(let completion): finish(completion)
        case .catchUp(let ticket): deliverLatest(to: ticket)
        }
      }
    }
  }

  // MARK: What the owner does

  private func deliverLatest(to ticket: SubjectSubscription) {
    if ticket.missed, !isOver, let latest { deliver(latest, to: ticket) }
  }

  private func deliver(_ value: Output, to ticket: SubjectSubscription) {
    ticket.missed = !ticket.take()
    if ticket.missed { return }
    if let more = node(of: ticket)?.receive(value), more != .none { _ = ticket.demand.add(more) }
  }

  /// Ends the stream of one subscriber, unless it is still being greeted: then its greeter does.
  private func end(_ ticket: SubjectSubscription) {
    if !ticket.leaveEndToGreeter(), ticket.demand.end() >> 63 == 0, let node = node(of: ticket) { complete(node) }
  }

  @usableFromInline func complete(_ node: Node) {
    if let completion { node.receive(completion: completion) }
  }

  private func node(of ticket: SubjectSubscription) -> Node? {
    ticket.downstream.map { _unsafeUncheckedDowncast($0, to: Node.self) }
  }

  /// Ends the stream of everyone. The list keeps its entries, as an outer delivery may be walking it, until `settle`.
  private func finish(_ completion: Subscribers.Completion<Failure>) {
    if isOver { return }
    lock.withLock {
      self.completion = completion
      isOver = true
    }
    for index in 0..<count {
      guard let ticket = entries?[index]?.ticket.takeUnretainedValue() else { continue }
      end(ticket)
      lock.withLock { leavers.append(ticket) }
    }
    exchange { $0 | 1 }
  }

  /// Lets go of what is kept, when the subject goes: subscribers may keep their subscriptions, and with them this.
  func forget() {
    // A subscriber that has left may still be catching up.
    guard closeIdle() else { return }
    let dropped = (latest, current, completion)
    latest = nil
    current = nil
    completion = nil
    openLatch(0)
    withExtendedLifetime(dropped) {}
  }
}
