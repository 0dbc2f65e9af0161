extension Collection where Element: Publisher {
  /// Sends the first value of each publisher in an array, then the second value of each, and so on.
  ///
  /// It finishes when a publisher has finished and all its values are used. It fails with the first failure. An empty
  /// collection finishes immediately.
  ///
  /// Demand: forwarded to each publisher. Early values are buffered until the other publishers have sent theirs.
  /// Each array takes time and memory in proportion to the number of publishers.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { .init(Array(self)) }
}

extension Publishers {
  /// The publisher returned by `zip` of a collection.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstreams: [Upstream]

    @inlinable init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Zip", to: subscriber)
      // Touched by one event at a time.
      var early = [Queue<Upstream.Output>](repeating: Queue(), count: upstreams.count)
      var hasFinished = [Bool](repeating: false, count: upstreams.count)
      var missing = upstreams.count
      // Finishes once no further row can be completed.
      func finishIfOver() {
        if early.indices.contains(where: { hasFinished[$0] && early[$0].isEmpty }) { outbox.finish(.finished) }
      }
      Gathering.start(upstreams, outbox) { value, place in
        if early[place].isEmpty { missing -= 1 }
        early[place].append(value)
        guard missing == 0 else { return .none }
        let row = early.indices.compactMap { early[$0].popFirst() }
        missing = early.count { $0.isEmpty }
        let more = outbox.send(row)
        finishIfOver()
        return more
      } onFinish: { place in
        hasFinished[place] = true
        finishIfOver()
      }
    }
  }
}
