extension Collection where Element: Publisher {
  /// Sends an array of the latest value of each publisher, in their order: once all have sent one, then on each change.
  ///
  /// It finishes when all have finished, or one without a value, and fails with the first failure. Without publishers it
  /// finishes immediately. `zip` and `combineLatest` of a fixed number of publishers are Combine's own.
  ///
  /// Demand: passed to each publisher, as by Combine's own. An array that is not wanted is dropped.
  /// Each array takes time and memory in proportion to the number of publishers.
  @inlinable public func combineLatest() -> Publishers.CombineLatestMany<Element> { .init(Array(self)) }
}

extension Publishers {
  /// The publisher returned by `combineLatest` of a collection.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstreams: [Upstream]

    @inlinable init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("CombineLatest", to: subscriber)
      // Touched by one event at a time.
      var latest = [Upstream.Output?](repeating: nil, count: upstreams.count)
      var missing = upstreams.count
      var running = upstreams.count
      Gathering.start(upstreams, outbox) { value, place in
        if latest[place] == nil { missing -= 1 }
        latest[place] = value
        return missing == 0 ? outbox.sendIfWanted(latest.compactMap { $0 }) : .none
      } onFinish: { place in
        running -= 1
        if running == 0 || latest[place] == nil { outbox.finish(.finished) }
      }
    }
  }
}
