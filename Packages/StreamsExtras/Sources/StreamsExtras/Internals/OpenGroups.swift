/// The open groups. Touched by the upstream only, which is serial, but may send during a delivery.
@usableFromInline
final class OpenGroups<Key: Hashable, Value, Failure: Error>:
  UncountedCalls<GroupedPublisher<Key, Value, Failure>>
{
  @usableFromInline typealias Group = GroupedPublisher<Key, Value, Failure>

  @usableFromInline let outbox: Outbox<Group, Failure>
  @usableFromInline let listeners: Listeners
  @usableFromInline let maxGroups: Int
  /// Retained. Without their type, which a debug build would look up for each access.
  @usableFromInline @exclusivity(unchecked) var groups = [Key: UnsafeRawPointer]()
  /// The number of values received.
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// Whether a group is being opened and another one finished. Events that arrive meanwhile wait.
  @usableFromInline @exclusivity(unchecked) var isOpening = false
  @usableFromInline @exclusivity(unchecked) var waiting = Queue<() -> Void>()

  @inlinable init(_ outbox: Outbox<Group, Failure>, _ listeners: Listeners, _ maxGroups: Int) {
    (self.outbox, self.listeners, self.maxGroups) = (outbox, listeners, maxGroups)
  }

  deinit { if groups.count > 0 { for group in groups.values { Unmanaged<Group>.fromOpaque(group).release() } } }

  @inlinable @inline(__always) func send(_ value: Value, to group: UnsafeRawPointer) {
    count += 1
    call(.fromOpaque(group)) {
      $0.lastUse = count
      // The group retains its outbox.
      Unmanaged.passUnretained($0.outbox)._withUnsafeGuaranteedRef { _ = $0.send(value) }
    }
  }

  /// Opens a group for a value, then handles the events that have arrived meanwhile.
  @inlinable func open(_ key: Key, _ value: Value) {
    if isOpening { return waiting.append { self.receive(key, value) } }
    isOpening = true
    receive(key, value)
    while let next = waiting.popFirst() { next() }
    isOpening = false
  }

  @inlinable func receive(_ key: Key, _ value: Value) {
    if let group = groups[key] ?? begin(key) { send(value, to: group) }
  }

  /// Opens a group. Nil if the subscriber of the groups has cancelled.
  @inlinable func begin(_ key: Key) -> UnsafeRawPointer? {
    if outbox.isClosed { return nil }
    if groups.count == maxGroups { finishOldest() }
    let group = Group(key, listeners)
    let kept = UnsafeRawPointer(Unmanaged.passRetained(group).toOpaque())
    groups[key] = kept
    outbox.send(group)
    return kept
  }

  /// Finishes the least recently used group.
  @inlinable func finishOldest() {
    guard let (key, group) = groups.min(by: { lastUse($0.value) < lastUse($1.value) }) else { return }
    groups[key] = nil
    finish(group, .finished)
  }

  @inlinable func lastUse(_ group: UnsafeRawPointer) -> Int {
    Unmanaged<Group>.fromOpaque(group)._withUnsafeGuaranteedRef { $0.lastUse }
  }

  @inlinable func finish(_ group: UnsafeRawPointer, _ completion: Subscribers.Completion<Failure>) {
    let group = Unmanaged<Group>.fromOpaque(group)
    group._withUnsafeGuaranteedRef { $0.outbox.finish(completion) }
    drop(group)
  }

  /// Ends all groups, in the order of their latest values, then the stream of groups.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
    if isOpening { return waiting.append { self.finishAll(completion) } }
    finishAll(completion)
  }

  @inlinable func finishAll(_ completion: Subscribers.Completion<Failure>) {
    var last = [UnsafeRawPointer](groups.values)
    groups = .init()
    if last.count > 1 { last.sort { lastUse($0) < lastUse($1) } }
    // Over the indices: a debug build looks up the type of an array's iterator.
    for index in 0..<last.count { finish(last[index], completion) }
    outbox.finish(completion)
  }
}
