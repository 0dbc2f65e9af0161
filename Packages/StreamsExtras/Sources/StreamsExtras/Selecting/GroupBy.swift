extension Publisher {
  /// Sends a publisher for each key. It sends the values with this key as they arrive.
  ///
  /// If `maxGroups` groups are open, a new key finishes the group that has gone longest without a value. If the finished
  /// group's key appears again, a new group starts. The completion of the upstream ends all open groups. If a group's
  /// subscriber has cancelled, the values of the group are dropped.
  ///
  /// Demand: unlimited for the upstream. Groups without demand, and values that a group's subscriber has not requested, are
  /// buffered without a limit.
  ///
  /// A value takes constant time on average. Finishing the oldest group takes time in proportion to `maxGroups`.
  ///
  /// ```swift
  /// let readings = PassthroughSubject<(sensor: Int, value: Double), Never>()
  /// let batches = readings.groupBy({ $0.sensor }, maxGroups: 100)
  ///   .flatMap { group in group.collect(10).map { (group.key, $0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - key: Returns the key of a value.
  ///   - maxGroups: The maximum number of open groups, by default unlimited. At least 1; traps otherwise.
  @_transparent public func groupBy<Key: Hashable>(
    _ key: @escaping (Output) -> Key, maxGroups: Int = .max
  ) -> Publishers.GroupBy<Self, Key> {
    require(maxGroups > 0, "groupBy(_:maxGroups:): the number of groups must be at least 1")
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

    @usableFromInline @_transparent init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key, maxGroups: Int) {
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
        onValue: { _, value in
          let key = key(value)
          if !open.isOpening, let known = open.groups[key] {
            open.send(value, to: known)
          } else {
            open.open(key, value)
          }
          return .none
        },
        onCompletion: { open.finish($1) })
      listeners.add(input)
      outbox.add(listeners)
      outbox.start()
      input.request(.unlimited)
      input.subscribe(to: upstream)
    }
  }
}
