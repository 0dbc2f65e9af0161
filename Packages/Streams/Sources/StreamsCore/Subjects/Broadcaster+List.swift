import Synchronization

// The list of subscribers: O(1) to join and to leave, amortised.

extension Broadcaster {
  /// Adds a subscriber and greets it. `parent` is kept alive until it leaves.
  @usableFromInline func add(_ node: Node, parent: AnyObject) {
    let ticket = Ticket(self, node, parent)
    let isLate = mailbox.withLock { mailbox in
      guard reserve(1) else {
        mailbox.arrivals.append(ticket)
        return false
      }
      defer { owner.store(0, ordering: .releasing) }
      if completion != nil { return true }
      append(ticket)
      return false
    }
    if isLate {
      ticket.letGo()
      node.receive(subscription: Subscriptions.empty)
      if let completion { node.receive(completion: completion) }
    } else {
      node.receive(subscription: ticket)
      if ticket.endsWithGreeting(), let completion { node.receive(completion: completion) }
    }
  }

  /// Removes a subscriber that has cancelled.
  func remove(_ ticket: Ticket<Output, Failure>) {
    let gone: Ticket<Output, Failure>? = mailbox.withLock { mailbox in
      guard reserve(1) else {
        mailbox.leavers.append(ticket)
        return nil
      }
      defer { owner.store(0, ordering: .releasing) }
      return detach(ticket, &mailbox)
    }
    gone?.letGo()
  }

  func append(_ ticket: Ticket<Output, Failure>) {
    guard let node = ticket.downstream else { return }
    if count == capacity { compact() }
    ticket.index = count
    entries?[count] = Entry(ticket: .passRetained(ticket), node: .passUnretained(node))
    count += 1
  }

  /// Takes a subscriber out; nil if it is not there. The caller lets go of it, outside the lock.
  func detach(_ ticket: Ticket<Output, Failure>, _ mailbox: inout Mailbox) -> Ticket<Output, Failure>? {
    guard ticket.index >= 0 else {
      return mailbox.arrivals.firstIndex { $0 === ticket }.map { mailbox.arrivals.remove(at: $0) }
    }
    guard let entry = entries?[ticket.index] else { return nil }
    entries?[ticket.index] = nil
    ticket.index = -1
    holes += 1
    if holes == count {
      count = 0
      holes = 0
    } else if holes > 32 && holes > count / 2 {
      compact()
    }
    return entry.ticket.takeRetainedValue()
  }

  /// Moves the list to new storage without its holes, with room for as many again.
  private func compact() {
    let live = count - holes
    let room = max(4, live * 2)
    let fresh = UnsafeMutablePointer<Entry?>.allocate(capacity: room)
    var next = 0
    for index in 0..<count {
      guard let entry = entries?[index] else { continue }
      (fresh + next).initialize(to: entry)
      entry.ticket._withUnsafeGuaranteedRef { $0.index = next }
      next += 1
    }
    (fresh + next).initialize(repeating: nil, count: room - next)
    entries?.deallocate()
    entries = fresh
    capacity = room
    count = next
    holes = 0
  }
}
