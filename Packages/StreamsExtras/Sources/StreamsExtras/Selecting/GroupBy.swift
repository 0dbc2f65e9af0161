extension Publisher {
  /// Sends a publisher for each key that `key` returns; each sends the values with its key, as they come.
  ///
  /// When `maxGroups` groups are open and another key comes, the least recently used group finishes. If its
  /// key comes again, that is a new group. The end of the upstream ends all open groups. Values of a group whose subscriber
  /// has cancelled are dropped, as long as the group is open.
  ///
  /// Demand: unlimited for the upstream. Groups that are not requested are kept, and so are the values that the
  /// subscriber of a group has not requested: without a limit.
  ///
  /// A value takes constant time on average; to close the oldest group takes time in proportion to `maxGroups`.
  ///
  /// ```swift
  /// let readings = PassthroughSubject<(sensor: Int, value: Double), Never>()
  /// let batches = readings.groupBy({ $0.sensor }, maxGroups: 100)
  ///   .flatMap { group in group.collect(10).map { (group.key, $0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - key: Returns the key of a value.
  ///   - maxGroups: How many groups are open at most: without it there is no limit. At least 1; traps otherwise.
  @inlinable public func groupBy<Key: Hashable>(
    _ key: @escaping (Output) -> Key, maxGroups: Int = .max
  ) -> Publishers.GroupBy<Self, Key> {
    precondition(maxGroups > 0, "groupBy(_:maxGroups:): the number of groups must be at least 1")
    return .init(upstream: self, key: key, maxGroups: maxGroups)
  }
}

extension Publishers {
  /// The publisher returned by `groupBy`.
  public struct GroupBy<Upstream: Publisher, Key: Hashable>: Publisher {
    public typealias Output = GroupedPublisher<Key, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let key: (Upstream.Output) -> Key
    @usableFromInline let maxGroups: Int

    @inlinable init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key, maxGroups: Int) {
      self.upstream = upstream
      self.key = key
      self.maxGroups = maxGroups
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("GroupBy", to: subscriber)
      let listeners = Listeners()
      let key = key
      let open = OpenGroups(outbox, listeners, maxGroups)
      let input = Input<Upstream.Output, Failure>(
        onValue: { value in
          let key = key(value)
          if !open.isOpening, let known = open.groups[key] {
            open.send(value, to: known)
          } else {
            open.open(key, value)
          }
          return .none
        },
        onCompletion: { open.finish($0) })
      listeners.add(input)
      outbox.add(listeners.leaving)
      outbox.start()
      input.request(.unlimited)
      input.subscribe(to: upstream)
    }
  }
}
