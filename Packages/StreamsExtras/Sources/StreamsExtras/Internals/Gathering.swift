/// The values of several publishers that wait to be sent as a row.
@usableFromInline protocol RowBuilder {
  associatedtype Value
  /// Whether a row without demand is queued. Otherwise it is dropped.
  static var keepsRows: Bool { get }
  /// For this number of publishers.
  init(count: Int)
  /// Whether no further row can be completed.
  var isOver: Bool { get }
  /// Adds a value of the publisher at `place`. Returns a row if it is complete.
  ///
  /// Called with a lock held: it leaves a value that it replaces in `value`, to be released later.
  mutating func add(_ value: inout Value?, at place: Int) -> [Value]?
  /// The publisher at `place` has finished.
  mutating func finish(_ place: Int)
}

/// Subscribes to several publishers, and sends their values in rows.
///
/// It forwards the subscriber's demand to each publisher. A failure ends the stream.
@usableFromInline final class Gathering<Rows: RowBuilder, Failure: Error>: Subscription {
  @usableFromInline let outbox: Outbox<[Rows.Value], Failure>
  @usableFromInline let inputs = Inputs<Rows.Value, Failure>()
  // Guarded by the lock of `outbox`.
  @usableFromInline @exclusivity(unchecked) var rows: Rows

  @inlinable init(_ outbox: Outbox<[Rows.Value], Failure>, count: Int) {
    self.outbox = outbox
    rows = Rows(count: count)
  }

  @inlinable func start<Upstream: Publisher>(_ upstreams: [Upstream])
  where Upstream.Output == Rows.Value, Upstream.Failure == Failure {
    let all = upstreams.indices.map { place in
      Input<Rows.Value, Failure>(
        onValue: {
          self.receive($0, at: place)
          return .none
        },
        onCompletion: { self.receive($0, at: place) })
    }
    inputs.set(all)
    outbox.addSource(self)
    outbox.start()
    for (upstream, input) in Swift.zip(upstreams, all) { input.subscribe(to: upstream) }
    if upstreams.isEmpty { outbox.finish(.finished) }
  }

  @inlinable func receive(_ value: Rows.Value, at place: Int) {
    var value = Optional(value)
    var isOver = false
    let more = outbox.send(keeps: Rows.keepsRows) {
      let row = rows.add(&value, at: place)
      isOver = rows.isOver
      return row
    }
    if more > .none { inputs.request(more) }
    if isOver { outbox.finish(.finished) }
    _ = value
  }

  @inlinable func receive(_ completion: Subscribers.Completion<Failure>, at place: Int) {
    if case .failure = completion { return outbox.finish(completion, overtaking: true) }
    let isOver = outbox.lock.withLock {
      if outbox.refusesValues { return false }
      rows.finish(place)
      return rows.isOver
    }
    if isOver { outbox.finish(.finished) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { inputs.request(demand) }

  @usableFromInline func cancel() {
    inputs.cancel()
    // Nothing is added after the end.
    var rest = Rows(count: 0)
    outbox.lock.withLock { swap(&rest, &rows) }
  }
}
