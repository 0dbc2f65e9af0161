extension Collection where Element: Publisher {
  /// Sends an array of the first value of each publisher, then of the second of each, and so on.
  ///
  /// It finishes when a publisher has finished whose values are used up, and fails with the first failure. Without
  /// publishers it finishes immediately.
  ///
  /// Demand: passed to each publisher. Values that came early are kept until the others have sent theirs.
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
      // The variables belong to the handler of the mailbox.
      var early = [Queue<Upstream.Output>](repeating: Queue(), count: upstreams.count)
      var hasFinished = [Bool](repeating: false, count: upstreams.count)
      var missing = upstreams.count
      Gathering.start(upstreams, outbox) { event in
        var more = Subscribers.Demand.none
        switch event {
        case .value(let value, let place):
          if early[place].isEmpty { missing -= 1 }
          early[place].append(value)
          guard missing == 0 else { break }
          let row = early.indices.compactMap { early[$0].popFirst() }
          missing = early.count { $0.isEmpty }
          more = outbox.send(row)
        case .finished(let place):
          hasFinished[place] = true
        }
        if missing > 0, early.indices.contains(where: { hasFinished[$0] && early[$0].isEmpty }) {
          outbox.finish(.finished)
        }
        return more
      }
    }
  }
}
