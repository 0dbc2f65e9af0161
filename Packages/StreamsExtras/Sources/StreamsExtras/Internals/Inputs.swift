/// Several inputs that are requested and cancelled together.
@usableFromInline final class Inputs<Value, Failure: Error>: Subscription {
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
