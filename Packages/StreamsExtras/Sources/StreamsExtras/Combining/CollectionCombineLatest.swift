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
      Gathering<LatestValues<Upstream.Output>, Failure>(Outbox("CombineLatest", to: subscriber), count: upstreams.count)
        .start(upstreams)
    }
  }
}

/// The latest value of each publisher. A row is complete once each has sent a value.
@usableFromInline struct LatestValues<Value>: RowBuilder {
  @usableFromInline var latest: [Value?]
  @usableFromInline var missing: Int
  @usableFromInline var running: Int
  /// Whether a publisher has finished without a value.
  @usableFromInline var cannotComplete = false

  @inlinable static var keepsRows: Bool { false }

  @inlinable init(count: Int) { (latest, missing, running) = (Array(repeating: nil, count: count), count, count) }

  @inlinable var isOver: Bool { running == 0 || cannotComplete }

  @inlinable mutating func add(_ value: inout Value?, at place: Int) -> [Value]? {
    if latest[place] == nil { missing -= 1 }
    swap(&value, &latest[place])
    if missing > 0 { return nil }
    var row: [Value] = []
    row.reserveCapacity(latest.count)
    for place in latest.indices {
      if let value = latest[place] { row.append(value) }
    }
    return row
  }

  @inlinable mutating func finish(_ place: Int) {
    running -= 1
    if latest[place] == nil { cannotComplete = true }
  }
}
