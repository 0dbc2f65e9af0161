/// The open groups, and how many values have come. Touched by the upstream alone, which is serial.
@usableFromInline
final class OpenGroups<Key: Hashable, Value, Failure: Error>:
  UncountedCalls<GroupedPublisher<Key, Value, Failure>>
{
  @usableFromInline @exclusivity(unchecked) var groups: [Key: Unmanaged<GroupedPublisher<Key, Value, Failure>>] = [:]
  @usableFromInline @exclusivity(unchecked) var count = 0

  @inlinable override init() {}

  deinit { for group in groups.values { group.release() } }

  @inlinable func send(_ value: Value, to group: Unmanaged<GroupedPublisher<Key, Value, Failure>>) {
    count += 1
    call(group) {
      $0.lastUse = count
      $0.window.outbox.send(value)
    }
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

  /// Finishes all, that with the latest value last.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
    let last = groups.values.sorted { $0._withUnsafeGuaranteedRef(\.lastUse) < $1._withUnsafeGuaranteedRef(\.lastUse) }
    groups = [:]
    for group in last {
      group._withUnsafeGuaranteedRef { $0.window.outbox.finish(completion) }
      drop(group)
    }
  }
}
