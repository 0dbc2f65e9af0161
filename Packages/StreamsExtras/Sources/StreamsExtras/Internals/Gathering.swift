/// Subscribes to several publishers and handles what they send, one event at a time.
@usableFromInline enum Gathering {
  @usableFromInline enum Event<Value> {
    case value(Value, Int)
    case finished(Int)
  }

  /// The subscriber's demand is passed to each publisher.
  ///
  /// - Parameter handle: Handles an event, with the place of the publisher that it comes from. What it returns is
  ///   requested of each publisher. A failure alone ends the stream.
  @inlinable static func start<Upstream: Publisher, Output>(
    _ upstreams: [Upstream], _ outbox: Outbox<Output, Upstream.Failure>,
    handle: @escaping (Event<Upstream.Output>) -> Subscribers.Demand
  ) {
    let mailbox = Mailbox<Event<Upstream.Output>>()
    let inputs = Inputs<Upstream.Output, Upstream.Failure>()
    let post: (Event<Upstream.Output>) -> Void = {
      mailbox.post($0) { event in
        let more = handle(event)
        if more > .none { inputs.request(more) }
      }
    }
    let all = upstreams.indices.map { place in
      Input<Upstream.Output, Upstream.Failure>(
        onValue: {
          post(.value($0, place))
          return .none
        },
        onCompletion: {
          if $0.isFailure { outbox.finish($0, overtaking: true) } else { post(.finished(place)) }
        })
    }
    inputs.set(all)
    outbox.onDemand { inputs.request($0) }
    outbox.add(AnyCancellable { inputs.cancel() })
    outbox.start()
    for (upstream, input) in Swift.zip(upstreams, all) where !inputs.isOver { upstream.subscribe(input) }
    if upstreams.isEmpty { outbox.finish(.finished) }
  }
}

/// Several inputs that are asked and cancelled together.
@usableFromInline final class Inputs<Value, Failure: Error> {
  private let lock = Lock()
  // Guarded by `lock`.
  private var inputs: [Input<Value, Failure>] = []
  private var isCancelled = false

  @usableFromInline init() {}

  @usableFromInline var isOver: Bool { lock.withLock { isCancelled } }

  @usableFromInline func set(_ inputs: [Input<Value, Failure>]) { lock.withLock { self.inputs = inputs } }

  /// Takes out the input at `place`, and cancels the others.
  @usableFromInline func keepOnly(_ place: Int) {
    let others = lock.withLock { () -> [Input<Value, Failure>] in
      if isCancelled { return [] }
      var others = inputs
      inputs = [others.remove(at: place)]
      return others
    }
    for input in others { input.cancel() }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    for input in lock.withLock({ inputs }) { input.request(demand) }
  }

  @usableFromInline func cancel() {
    let open = lock.withLock {
      isCancelled = true
      defer { inputs = [] }
      return inputs
    }
    for input in open { input.cancel() }
  }
}
