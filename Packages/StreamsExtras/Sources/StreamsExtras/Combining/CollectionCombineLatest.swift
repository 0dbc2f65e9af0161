extension Collection where Element: Publisher {
  /// Sends the latest value of each publisher in an array: once each has sent a value, then after every value.
  ///
  /// It finishes when all have finished, or when one finishes without a value. It fails with the first failure. An empty
  /// collection finishes immediately. For a fixed number of publishers use Combine's `combineLatest`.
  ///
  /// Demand: forwarded to each publisher, as in Combine. A value without demand updates its array, which is not sent.
  /// As in Combine, it subscribes to the publishers before the subscriber receives its subscription.
  /// Each array takes time and memory in proportion to the number of publishers.
  @_alwaysEmitIntoClient public func combineLatest() -> AnyPublisher<[Element.Output], Element.Failure> {
    let all = Array(self)
    switch all.count {
    case 0: return AnyPublisher(Empty())
    case 1: return AnyPublisher(all[0].map { [$0] })
    case 2: return AnyPublisher(all[0].combineLatest(all[1]).map { [$0, $1] })
    case 3: return AnyPublisher(all[0].combineLatest(all[1], all[2]).map { [$0, $1, $2] })
    case 4: return AnyPublisher(all[0].combineLatest(all[1], all[2], all[3]).map { [$0, $1, $2, $3] })
    default:
      return AnyPublisher(
        Publishers.Create<[Element.Output], Element.Failure>("CombineLatest") { outbox in
          let coordinator = LatestValues<Element.Output, Element.Failure>(outbox, count: all.count)
          outbox.addSource(coordinator.inputs)
          outbox.add(coordinator)
          for (input, upstream) in Swift.zip(coordinator.makeInputs(), all) { input.subscribe(to: upstream) }
          outbox.start()
        })
    }
  }
}

/// The latest values of several inputs.
@usableFromInline final class LatestValues<Value, Failure: Error>: Cancellable {
  @usableFromInline enum Event {
    case value(Value, Int)
    /// Demand returned for an array. It is requested after the events that have arrived during the delivery.
    case demand(Subscribers.Demand)
    case end(Subscribers.Completion<Failure>, Int)
    case cancelled
  }

  @_alwaysEmitIntoClient let drain = EventDrain<Event>()
  @_alwaysEmitIntoClient let outbox: Outbox<[Value], Failure>
  @_alwaysEmitIntoClient let inputs = Inputs()
  // Touched by the delivering thread only.
  /// Empty after the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var latest: [Value?]
  /// The number of inputs without a value.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var missing: Int
  /// The number of inputs that have not finished.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var running: Int

  @_alwaysEmitIntoClient init(_ outbox: Outbox<[Value], Failure>, count: Int) {
    self.outbox = outbox
    latest = Array(repeating: nil, count: count)
    (missing, running) = (count, count)
  }

  @_alwaysEmitIntoClient func makeInputs() -> [Input<Value, Failure>] {
    let inputs = latest.indices.map { number in
      Input<Value, Failure> { _, value in
        self.post(.value(value, number))
        return .none
      } onCompletion: {
        self.post(.end($1, number))
      }
    }
    self.inputs.all = inputs
    return inputs
  }

  @_alwaysEmitIntoClient func post(_ event: Event) { drain.process(event) { handle($0) } }

  @_alwaysEmitIntoClient func handle(_ event: Event) {
    switch event {
    case .value(let value, let number): if !latest.isEmpty { receive(value, number) }
    // Values that the inputs send immediately are events, so they do not nest calls.
    case .demand(let demand): inputs.request(demand)
    case .end(.failure(let error), _): outbox.finish(.failure(error))
    case .end(.finished, let number):
      running -= 1
      if running == 0 || !latest.isEmpty && latest[number] == nil { outbox.finish(.finished) }
    case .cancelled: latest = []
    }
  }

  /// Sends an array if each input has a value and there is demand.
  @_alwaysEmitIntoClient func receive(_ value: Value, _ number: Int) {
    if latest[number] == nil { missing -= 1 }
    latest[number] = value
    if missing > 0 || outbox.unserved == .none { return }
    let more = outbox.send(latest.map { $0.unsafelyUnwrapped }, keeps: false)
    if more > .none { post(.demand(more)) }
  }

  @usableFromInline func cancel() { post(.cancelled) }
}
