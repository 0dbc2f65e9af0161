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
      Gathering<EarlyValues<Upstream.Output>, Failure>(Outbox("Zip", to: subscriber), count: upstreams.count)
        .start(upstreams)
    }
  }
}

/// The values that wait for those of other publishers. A row is complete once each publisher has one.
@usableFromInline struct EarlyValues<Value>: RowBuilder {
  @usableFromInline var early: [Queue<Value>]
  @usableFromInline var hasFinished: [Bool]
  /// How many queues are empty.
  @usableFromInline var missing: Int
  /// Whether a finished publisher has no values left.
  @usableFromInline var isOver = false

  @inlinable static var keepsRows: Bool { true }

  @inlinable init(count: Int) {
    early = Array(repeating: Queue(), count: count)
    hasFinished = Array(repeating: false, count: count)
    missing = count
  }

  @inlinable mutating func add(_ value: inout Value?, at place: Int) -> [Value]? {
    guard let value else { return nil }
    if early[place].isEmpty { missing -= 1 }
    early[place].append(value)
    if missing > 0 { return nil }
    var row: [Value] = []
    row.reserveCapacity(early.count)
    for place in early.indices {
      if let value = early[place].popFirst() { row.append(value) }
      if early[place].isEmpty {
        missing += 1
        if hasFinished[place] { isOver = true }
      }
    }
    return row
  }

  @inlinable mutating func finish(_ place: Int) {
    hasFinished[place] = true
    if early[place].isEmpty { isOver = true }
  }
}
