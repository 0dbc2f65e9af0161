extension Publisher {
  /// Sends a publisher for each key. That publisher sends the values with this key as they arrive.
  ///
  /// If `maxGroups` groups are open, a new key finishes the group that has gone longest without a value. If the finished
  /// group's key appears again, a new group starts. The completion of the upstream ends all open groups. If a group's
  /// subscriber has cancelled, or it was released without one, the values of the group are dropped, and it stays open.
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
  @_alwaysEmitIntoClient public func groupBy<Key: Hashable>(
    _ key: @escaping (Output) -> Key, maxGroups: Int = .max
  ) -> some Publisher<GroupedPublisher<Key, Output, Failure>, Failure> {
    require(maxGroups > 0, "groupBy(_:maxGroups:): the number of groups must be at least 1")
    return Publishers.Create<GroupedPublisher<Key, Output, Failure>, Failure>("GroupBy") { outbox in
      let users = UseCount()
      let open = OpenGroups(outbox, users, maxGroups)
      let input = Input<Output, Failure>(requesting: .unlimited) { _, value in
        open.receive(key(value), value)
        return .none
      } onCompletion: {
        open.post(.end($1))
      }
      users.cancelAfterLast(input)
      outbox.addSource(users)
      outbox.start()
      input.subscribe(to: eraseToAnyPublisher())
    }
  }
}

/// The open groups. Touched by the upstream only, which is serial, but may send during a delivery.
@usableFromInline final class OpenGroups<Key: Hashable, Value, Failure: Error> {
  @usableFromInline enum Event {
    case value(Key, Value)
    case end(Subscribers.Completion<Failure>)
  }

  @_alwaysEmitIntoClient let outbox: Outbox<GroupedPublisher<Key, Value, Failure>, Failure>
  @_alwaysEmitIntoClient let users: UseCount
  @_alwaysEmitIntoClient let maxGroups: Int
  /// Delivers the events other than a value of an open group: a group is opened, and perhaps another one finished, or all
  /// are. Events that arrive meanwhile follow.
  @_alwaysEmitIntoClient let drain = EventDrain<Event>()
  @_alwaysEmitIntoClient @exclusivity(unchecked) var groups: [Key: OpenGroup<Value, Failure>] = [:]
  /// The number of values sent to groups.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var count = 0

  @_alwaysEmitIntoClient init(
    _ outbox: Outbox<GroupedPublisher<Key, Value, Failure>, Failure>, _ users: UseCount, _ maxGroups: Int
  ) {
    (self.outbox, self.users, self.maxGroups) = (outbox, users, maxGroups)
  }

  @_alwaysEmitIntoClient @inline(__always) func receive(_ key: Key, _ value: Value) {
    // Read without the drain's lock, because only the upstream uses the drain.
    if drain.isDelivering || !send(value, to: key) { post(.value(key, value)) }
  }

  @_alwaysEmitIntoClient func post(_ event: Event) { drain.process(event) { handle($0) } }

  @_alwaysEmitIntoClient func handle(_ event: Event) {
    switch event {
    case .value(let key, let value):
      if !send(value, to: key) {
        open(key)
        send(value, to: key)
      }
    case .end(let completion): finish(completion)
    }
  }

  /// Returns false if there is no group with this key.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult func send(_ value: Value, to key: Key) -> Bool {
    guard let index = groups.index(forKey: key) else { return false }
    count += 1
    groups.values[index].lastUse = count
    // Held here, because a subscriber may end the group.
    let outbox = groups.values[index].outbox
    outbox.send(value)
    return true
  }

  /// Opens a group, unless the subscriber of the groups has cancelled.
  @_alwaysEmitIntoClient func open(_ key: Key) {
    if outbox.isClosed { return }
    if groups.count == maxGroups, let (key, oldest) = groups.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      groups[key] = nil
      oldest.outbox.finish(.finished)
    }
    let group = GroupedPublisher<Key, Value, Failure>(key, users)
    groups[key] = OpenGroup(outbox: group.outbox)
    outbox.send(group)
  }

  /// Ends all groups, in the order of their latest values, then the stream of groups.
  @_alwaysEmitIntoClient func finish(_ completion: Subscribers.Completion<Failure>) {
    let last = groups.values.sorted { $0.lastUse < $1.lastUse }
    groups = [:]
    for group in last { group.outbox.finish(completion) }
    outbox.finish(completion)
  }
}

/// The values of a group go to its outbox, so that the group itself is released if nobody keeps it.
@frozen @usableFromInline struct OpenGroup<Value, Failure: Error> {
  @_alwaysEmitIntoClient let outbox: Outbox<Value, Failure>
  /// The number of the latest value.
  @_alwaysEmitIntoClient var lastUse = 0

  @_alwaysEmitIntoClient init(outbox: Outbox<Value, Failure>) { self.outbox = outbox }
}
