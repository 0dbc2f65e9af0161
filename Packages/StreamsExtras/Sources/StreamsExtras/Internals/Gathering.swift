/// Subscribes to several publishers and handles their events one at a time.
@usableFromInline enum Gathering {
  @usableFromInline enum Event<Value, Failure: Error> {
    case value(Value, Int)
    case finished(Int)
    case failed(Failure)
    case cancelled
  }

  /// Forwards the subscriber's demand to each publisher. A failure ends the stream.
  ///
  /// - Parameters:
  ///   - onValue: Receives a value and the index of its publisher. The returned demand is requested of each publisher.
  ///   - onFinish: Receives the index of a publisher that has finished.
  @inlinable static func start<Upstream: Publisher, Output>(
    _ upstreams: [Upstream], _ outbox: Outbox<Output, Upstream.Failure>,
    onValue: @escaping (Upstream.Output, Int) -> Subscribers.Demand, onFinish: @escaping (Int) -> Void
  ) {
    let mailbox = Mailbox<Event<Upstream.Output, Upstream.Failure>>()
    let inputs = Inputs<Upstream.Output, Upstream.Failure>()
    // Touched by the mailbox's handler only. Nil after the end, which releases the operator's state.
    var handlers = Optional((onValue: onValue, onFinish: onFinish))
    let post: (Event<Upstream.Output, Upstream.Failure>) -> Void = {
      mailbox.post($0) { event in
        switch event {
        case .value(let value, let place):
          if let more = handlers?.onValue(value, place), more > .none { inputs.request(more) }
        case .finished(let place): handlers?.onFinish(place)
        case .failed(let error): outbox.finish(.failure(error), overtaking: true)
        case .cancelled: handlers = nil
        }
      }
    }
    let all = upstreams.indices.map { place in
      Input<Upstream.Output, Upstream.Failure>(
        onValue: {
          post(.value($0, place))
          return .none
        },
        onCompletion: {
          switch $0 {
          case .finished: post(.finished(place))
          case .failure(let error): post(.failed(error))
          }
        })
    }
    inputs.set(all)
    outbox.onDemand { inputs.request($0) }
    outbox.add(
      AnyCancellable {
        inputs.cancel()
        post(.cancelled)
      })
    outbox.start()
    for (upstream, input) in Swift.zip(upstreams, all) { input.subscribe(to: upstream) }
    if upstreams.isEmpty { outbox.finish(.finished) }
  }
}

/// Several inputs that are requested and cancelled together.
@usableFromInline final class Inputs<Value, Failure: Error> {
  private let lock = Lock()
  // Guarded by `lock`.
  private var inputs: [Input<Value, Failure>] = []
  private var isCancelled = false

  @usableFromInline init() {}

  @usableFromInline func set(_ inputs: [Input<Value, Failure>]) { lock.withLock { self.inputs = inputs } }

  /// Keeps the input at `place` and cancels the others.
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
