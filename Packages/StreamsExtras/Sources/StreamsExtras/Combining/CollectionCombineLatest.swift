extension Collection where Element: Publisher {
  /// Sends the latest value of each publisher in an array: once each has sent a value, then after every value.
  ///
  /// It finishes when all have finished, or when one finishes without a value. It fails with the first failure. An empty
  /// collection finishes immediately. For a fixed number of publishers use Combine's `combineLatest`.
  ///
  /// Demand: forwarded to each publisher, as in Combine. An array without demand is dropped.
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
