extension Collection where Element: Publisher {
  /// Sends the first value of each publisher in an array, then the second value of each, and so on.
  ///
  /// It finishes when a publisher has finished and all its values are used. It fails with the first failure. An empty
  /// collection finishes immediately.
  ///
  /// Demand: forwarded to each publisher. Early values are buffered until the other publishers have sent theirs.
  /// As in Combine, it subscribes to the publishers before the subscriber receives its subscription.
  /// Each array takes time and memory in proportion to the number of publishers.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { .init(upstreams: Array(self)) }
}

extension Publishers {
  /// The publisher returned by `zip` of a collection.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstreams: [Upstream]

    @inlinable init(upstreams: [Upstream]) { self.upstreams = upstreams }

    @inlinable public static var _isCustom: Bool { false }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let all = upstreams
      switch all.count {
      case 0: Empty().subscribe(subscriber)
      // Erased, because only an `AnyPublisher` notices that it forwards a custom publisher, as `map` does.
      case 1: all[0].map { [$0] }.eraseToAnyPublisher().subscribe(subscriber)
      case 2: all[0].zip(all[1]).map { [$0, $1] }.subscribe(subscriber)
      case 3: all[0].zip(all[1], all[2]).map { [$0, $1, $2] }.subscribe(subscriber)
      case 4: all[0].zip(all[1], all[2], all[3]).map { [$0, $1, $2, $3] }.subscribe(subscriber)
      default:
        let (a, b, c, d) = all.quarters
        a.zip().zip(b.zip(), c.zip(), d.zip()).map(Output.joined).subscribe(subscriber)
      }
    }
  }
}
