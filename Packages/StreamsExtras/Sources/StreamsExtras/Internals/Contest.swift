/// Decides which of several inputs is followed. Requests and cancels those that are left.
@usableFromInline final class Contest<Value, Failure: Error>: Subscription {
  @usableFromInline let outbox: Outbox<Value, Failure>
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  /// Without the type of their values, which code that is not specialised would look up.
  @usableFromInline @exclusivity(unchecked) var inputs: ContiguousArray<any Subscription> = []
  /// The input that is followed. When there is one, `inputs` is empty.
  @usableFromInline @exclusivity(unchecked) var winner: (any Subscription)?

  @inlinable init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  /// - Parameter subscribe: Subscribes the input at a place.
  @inlinable func start(_ count: Int, _ subscribe: (Int, Input<Value, Failure>) -> Void) {
    let all = (0..<count).map {
      Input<Value, Failure>(
        owner: self, number: $0,
        onValue: { input, value in input.withOwner(Contest.self) { $0.receive(value, from: input) } },
        onCompletion: { input, completion in input.withOwner(Contest.self) { $0.receive(completion, from: input) } })
    }
    inputs.reserveCapacity(count)
    for input in all { inputs.append(input) }
    outbox.addSource(self)
    outbox.start()
    for place in all.indices { subscribe(place, all[place]) }
  }

  @inlinable @inline(__always)
  func receive(_ value: Value, from input: Input<Value, Failure>) -> Subscribers.Demand {
    input.isFollowed || wins(input) ? outbox.send(value) : .none
  }

  @inlinable func receive(_ completion: Subscribers.Completion<Failure>, from input: Input<Value, Failure>) {
    if input.isFollowed || wins(input) { outbox.finish(completion) }
  }

  /// Whether the input is followed. The first call decides, and cancels the others.
  @usableFromInline func wins(_ input: Input<Value, Failure>) -> Bool {
    var others: ContiguousArray<any Subscription> = []
    let wins = lock.withLock {
      if inputs.isEmpty { return false }
      swap(&others, &inputs)
      winner = input
      return true
    }
    guard wins else { return false }
    input.isFollowed = true
    for (number, other) in others.enumerated() where number != input.number { other.cancel() }
    return true
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let (winner, inputs) = lock.withLock { (self.winner, self.inputs) }
    winner?.request(demand)
    for input in inputs { input.request(demand) }
  }

  @usableFromInline func cancel() {
    let (winner, inputs) = lock.withLock {
      defer { self.inputs = [] }
      return (self.winner.take(), self.inputs)
    }
    winner?.cancel()
    for input in inputs { input.cancel() }
  }
}
