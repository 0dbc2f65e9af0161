extension Collection where Element: Publisher {
  /// Sends the latest value of each publisher in an array: once each has sent a value, then after every value.
  ///
  /// It finishes when all have finished, or when one finishes without a value. It fails with the first failure. An empty
  /// collection finishes immediately. For a fixed number of publishers use Combine's `combineLatest`.
  ///
  /// Demand: forwarded to each publisher, as in Combine. An array without demand is dropped.
  /// As in Combine, it subscribes to the publishers before the subscriber receives its subscription.
  /// Each array takes time and memory in proportion to the number of publishers.
  @inlinable public func combineLatest() -> Publishers.CombineLatestMany<Element> { .init(upstreams: Array(self)) }
}

extension Publishers {
  /// The publisher returned by `combineLatest` of a collection.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstreams: [Upstream]

    @inlinable init(upstreams: [Upstream]) { self.upstreams = upstreams }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let all = upstreams
      switch all.count {
      case 0: Empty().subscribe(subscriber)
      case 1: all[0].map { [$0] }.subscribe(subscriber)
      case 2: all[0].combineLatest(all[1]).map { [$0, $1] }.subscribe(subscriber)
      case 3: all[0].combineLatest(all[1], all[2]).map { [$0, $1, $2] }.subscribe(subscriber)
      case 4: all[0].combineLatest(all[1], all[2], all[3]).map { [$0, $1, $2, $3] }.subscribe(subscriber)
      default:
        let (a, b, c, d) = all.quarters
        a.combineLatest().combineLatest(b.combineLatest(), c.combineLatest(), d.combineLatest()).map(Output.joined)
          .subscribe(subscriber)
      }
    }
  }
}
