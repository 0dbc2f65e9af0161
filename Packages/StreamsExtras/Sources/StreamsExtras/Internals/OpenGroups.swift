/// The open groups. Touched by the upstream only, which is serial, but may send during a delivery.
@usableFromInline
final class OpenGroups<Key: Hashable, Value, Failure: Error>:
  UncountedCalls<GroupedPublisher<Key, Value, Failure>>
{
  @usableFromInline typealias Group = GroupedPublisher<Key, Value, Failure>

  @usableFromInline let outbox: Outbox<Group, Failure>
  @usableFromInline let listeners: Listeners
  @usableFromInline let maxGroups: Int
  @usableFromInline @exclusivity(unchecked) var groups: [Key: Unmanaged<Group>] = [:]
  /// The number of values received.
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// Whether a group is being opened and another one finished. Values sent meanwhile wait.
  @usableFromInline @exclusivity(unchecked) var isOpening = false
  @usableFromInline @exclusivity(unchecked) var waiting = Queue<(Key, Value)>()
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?

  @inlinable init(_ outbox: Outbox<Group, Failure>, _ listeners: Listeners, _ maxGroups: Int) {
    (self.outbox, self.listeners, self.maxGroups) = (outbox, listeners, maxGroups)
  }

  deinit { for group in groups.values { group.release() } }

  @inlinable @inline(__always) func send(_ value: Value, to group: Unmanaged<Group>) {
    count += 1
    call(group) {
      $0.lastUse = count
      // The group retains its outbox.
      Unmanaged.passUnretained($0.window.outbox)._withUnsafeGuaranteedRef { _ = $0.send(value) }
    }
  }

  /// Opens a group for a value, then sends the values that have arrived meanwhile.
  @inlinable func open(_ key: Key, _ value: Value) {
    waiting.append((key, value))
    if isOpening { return }
    isOpening = true
    while let (key, value) = waiting.popFirst() {
      if let group = groups[key] ?? begin(key) { send(value, to: group) }
    }
    isOpening = false
    if let completion { finish(completion) }
  }

  /// Opens a group. Nil if the subscriber of the groups has cancelled.
  @inlinable func begin(_ key: Key) -> Unmanaged<Group>? {
    if outbox.isClosed { return nil }
    if groups.count == maxGroups { finishOldest() }
    let group = Group(key, listeners)
    let kept = Unmanaged.passRetained(group)
    groups[key] = kept
    outbox.send(group)
    return kept
  }

  /// Finishes the least recently used group.
  @inlinable func finishOldest() {
    let oldest = groups.min {
      $0.value._withUnsafeGuaranteedRef(\.lastUse) < $1.value._withUnsafeGuaranteedRef(\.lastUse)
    }
    guard let (key, group) = oldest else { return }
    groups[key] = nil
    group._withUnsafeGuaranteedRef { $0.window.outbox.finish(.finished) }
    drop(group)
  }

  /// Ends all groups, in the order of their latest values, then the stream of groups.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
    if isOpening { return self.completion = completion }
    let last = groups.values.sorted { $0._withUnsafeGuaranteedRef(\.lastUse) < $1._withUnsafeGuaranteedRef(\.lastUse) }
    groups = [:]
    for group in last {
      group._withUnsafeGuaranteedRef { $0.window.outbox.finish(completion) }
      drop(group)
    }
    outbox.finish(completion)
  }
}
