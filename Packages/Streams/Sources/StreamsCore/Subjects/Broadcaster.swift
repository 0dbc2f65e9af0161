import StreamsThread
import Synchronization

/// The subscribers of a subject, and the delivery to them.
///
/// Who may touch the list is decided by one word, `owner`: 0 nobody; 1 somebody edits the list, holding `mailbox`;
/// otherwise the token of the thread that delivers, plus 1 when others have left work for it. So the one who delivers
/// walks the list in place, without lock, copy or counting of references, and nobody waits for it: what the others
/// want meanwhile they leave in the mailbox. A send from within a delivery on the same thread is delivered at once.
@usableFromInline final class Broadcaster<Output, Failure: Error> {
  @usableFromInline typealias Node = _Node<Output, Failure>

  @frozen @usableFromInline struct Entry {
    @usableFromInline let ticket: Unmanaged<Ticket<Output, Failure>>
    @usableFromInline let node: Unmanaged<Node>
  }

  enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
    case catchUp(Ticket<Output, Failure>)
  }

  struct Mailbox {
    var arrivals: ContiguousArray<Ticket<Output, Failure>> = []
    var leavers: ContiguousArray<Ticket<Output, Failure>> = []
    var events: ContiguousArray<Event> = []
    /// The value of a ``CurrentValueSubject``: the last one sent, delivered or not.
    var current: Output?
    var isComplete = false
  }

  @usableFromInline let owner = Atomic<UInt>(0)
  let mailbox: Locked<Mailbox>

  // The following belong to the owner.

  /// In order of subscription, with holes where one has left.
  @usableFromInline @exclusivity(unchecked) var entries: UnsafeMutablePointer<Entry?>?
  @usableFromInline @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var capacity = 0
  @exclusivity(unchecked) var holes = 0
  @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
  /// The last value delivered, for those who subscribe or ask later; nil if the subject does not keep one.
  @exclusivity(unchecked) var latest: Output?

  let upstreams = Upstreams()
  @usableFromInline let keepsLatest: Bool

  @usableFromInline init() {
    mailbox = Locked(Mailbox())
    keepsLatest = false
  }

  init(current: Output) {
    mailbox = Locked(Mailbox(current: current))
    latest = current
    keepsLatest = true
  }

  deinit { entries?.deallocate() }

  // MARK: Sending

  @inlinable func send(_ value: Output) {
    let me = UInt(streams_thread_token())
    guard owner.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing).exchanged else {
      return sendBusy(value, me)
    }
    if keepsLatest { keep(value) }
    deliver(value)
    if !owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged { settle(me) }
  }

  /// Delivers to everyone who is in the list now.
  @inlinable func deliver(_ value: Output) {
    guard let entries else { return }
    for index in 0..<count {
      guard let entry = entries[index] else { continue }
      let demand = entry.ticket._withUnsafeGuaranteedRef { $0.demand.now }
      if demand == DemandWord.unlimited {
        if keepsLatest { entry.ticket._withUnsafeGuaranteedRef { $0.missed = false } }
        _ = entry.node._withUnsafeGuaranteedRef { $0.receive(value) }
      } else if demand >> 63 == 0 {
        entry.ticket._withUnsafeGuaranteedRef { ticket in
          ticket.missed = !ticket.take()
          if ticket.missed { return }
          let more = entry.node._withUnsafeGuaranteedRef { $0.receive(value) }
          if more != .none { _ = ticket.demand.add(more) }
        }
      }
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let me = UInt(streams_thread_token())
    if claim(me, orLeave: .completion(completion)) {
      finish(completion)
      settle(me)
    }
  }

  /// Delivers the latest value to a subscriber that has missed it.
  func catchUp(_ ticket: Ticket<Output, Failure>) {
    let me = UInt(streams_thread_token())
    if claim(me, orLeave: .catchUp(ticket)) {
      deliverLatest(to: ticket)
      settle(me)
    }
  }

  // MARK: The busy paths

  @usableFromInline func sendBusy(_ value: Output, _ me: UInt) {
    if claim(me, orLeave: .value(value)) {
      if keepsLatest { keep(value) }
      deliver(value)
      settle(me)
    }
  }

  /// Notes the value as the current one. What was left in the mailbox meanwhile is newer.
  @usableFromInline func keep(_ value: Output) {
    if completion != nil { return }
    latest = value
    mailbox.withLock { if $0.events.isEmpty { $0.current = value } }
  }

  /// True when this thread has become the owner. Otherwise the event is done (nested) or left for the owner.
  private func claim(_ me: UInt, orLeave event: Event) -> Bool {
    if owner.load(ordering: .relaxed) & ~1 == me {
      nested(event)
      return false
    }
    return mailbox.withLock { mailbox in
      if reserve(me) { return true }
      if keepsLatest, case .value(let value) = event, !mailbox.isComplete { mailbox.current = value }
      mailbox.events.append(event)
      return false
    }
  }

  private func nested(_ event: Event) {
    switch event {
    case .value(let value):
      if keepsLatest { keep(value) }
      deliver(value)
      deliverToArrivals(value)
    case .completion(let completion): finish(completion)
    case .catchUp(let ticket): deliverLatest(to: ticket)
    }
  }

  /// Becomes the owner as `token`, or tells the owner that there is work. The mailbox is locked.
  func reserve(_ token: UInt) -> Bool {
    while true {
      let result = owner.compareExchange(expected: 0, desired: token, ordering: .acquiringAndReleasing)
      if result.exchanged { return true }
      let busy = result.original
      if owner.compareExchange(expected: busy, desired: busy | 1, ordering: .acquiringAndReleasing).exchanged {
        return false
      }
    }
  }

  /// The owner does what was left for it, then gives the list up.
  @usableFromInline func settle(_ me: UInt) {
    while true {
      var left: ContiguousArray<Ticket<Output, Failure>> = []
      var late: ContiguousArray<Ticket<Output, Failure>> = []
      var work: ContiguousArray<Event> = []
      let isDone = mailbox.withLock { mailbox in
        left.append(contentsOf: mailbox.leavers.compactMap { detach($0, &mailbox) })
        mailbox.leavers.removeAll()
        if completion == nil { mailbox.arrivals.forEach(append) } else { late = mailbox.arrivals }
        mailbox.arrivals.removeAll()
        swap(&work, &mailbox.events)
        if !left.isEmpty || !late.isEmpty || !work.isEmpty { return false }
        owner.store(0, ordering: .releasing)
        return true
      }
      if isDone { return }
      left.forEach { $0.letGo() }
      for ticket in late {
        end(ticket)
        ticket.letGo()
      }
      for event in work {
        switch event {
        case .value(let value):
          if keepsLatest, completion == nil { latest = value }
          deliver(value)
        case .completion(let completion): finish(completion)
        case .catchUp(let ticket): deliverLatest(to: ticket)
        }
      }
    }
  }

  // MARK: What the owner does

  private func deliverToArrivals(_ value: Output) {
    for ticket in mailbox.withLock({ $0.arrivals }) { deliver(value, to: ticket) }
  }

  private func deliverLatest(to ticket: Ticket<Output, Failure>) {
    if ticket.missed, completion == nil, let latest { deliver(latest, to: ticket) }
  }

  private func deliver(_ value: Output, to ticket: Ticket<Output, Failure>) {
    ticket.missed = !ticket.take()
    if ticket.missed { return }
    if let more = ticket.downstream?.receive(value), more != .none { _ = ticket.demand.add(more) }
  }

  /// Ends the stream of one subscriber, unless it is still being greeted: then its greeter does.
  private func end(_ ticket: Ticket<Output, Failure>) {
    if let completion, !ticket.leaveEndToGreeter(), ticket.demand.end() >> 63 == 0 {
      ticket.downstream?.receive(completion: completion)
    }
  }

  /// Ends the stream of everyone. The list keeps its entries, as an outer delivery may be walking it, until `settle`.
  private func finish(_ completion: Subscribers.Completion<Failure>) {
    if self.completion != nil { return }
    self.completion = completion
    mailbox.withLock { $0.isComplete = true }
    for index in 0..<count {
      guard let ticket = entries?[index]?.ticket.takeUnretainedValue() else { continue }
      end(ticket)
      mailbox.withLock { $0.leavers.append(ticket) }
    }
    _ = owner.bitwiseOr(1, ordering: .acquiringAndReleasing)
  }
}
