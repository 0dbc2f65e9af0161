extension Publisher {
  /// Follows the first of two publishers that sends a value or ends, and cancels the other.
  ///
  /// Demand: forwarded to both, then to the publisher that is followed.
  @_alwaysEmitIntoClient public func amb(_ other: some Publisher<Output, Failure>) -> some Publisher<Output, Failure> {
    Publishers.Create<Output, Failure>("Amb") {
      Race($0).start(2) { place, input in
        if place == 0 { input.subscribe(to: self) } else { input.subscribe(to: other) }
      }
    }
  }
}

extension Collection where Element: Publisher {
  /// Follows the first of these publishers that sends a value or ends, and cancels the others.
  ///
  /// An empty collection finishes immediately. Demand: forwarded to all, then to the publisher that is followed.
  @_alwaysEmitIntoClient public func amb() -> some Publisher<Element.Output, Element.Failure> {
    let candidates = Array(self)
    return Publishers.Create<Element.Output, Element.Failure>("Amb") { outbox in
      Race(outbox).start(candidates.count) { place, input in input.subscribe(to: candidates[place]) }
    }
  }
}

/// Decides which of several inputs is followed. Cancels the others.
@usableFromInline final class Race<Value, Failure: Error>: Inputs {
  @_alwaysEmitIntoClient let outbox: Outbox<Value, Failure>
  /// The address of the input that is followed; 0 before it is known.
  @_alwaysEmitIntoClient let winner = Word()

  @_alwaysEmitIntoClient init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  /// - Parameter subscribe: Subscribes the input at a place.
  @_alwaysEmitIntoClient func start(_ count: Int, _ subscribe: (Int, Input<Value, Failure>) -> Void) {
    // The closures capture only `self`, so they need no memory of their own.
    all = (0..<count).map { _ in
      Input<Value, Failure> {
        self.follows($0) ? self.outbox.send($1) : .none
      } onCompletion: {
        if self.follows($0) { self.outbox.finish($1) }
      }
    }
    let all = all
    outbox.addSource(self)
    outbox.start()
    if count == 0 { outbox.finish(.finished) }
    for place in all.indices { subscribe(place, unsafeDowncast(all[place], to: Input.self)) }
  }

  /// Whether the input is followed. The first call decides, and cancels the others.
  @_alwaysEmitIntoClient func follows(_ input: Input<Value, Failure>) -> Bool {
    let address = Int(bitPattern: ObjectIdentifier(input))
    if winner.value != 0 { return winner.value == address }
    guard keepOnly(input) else { return false }
    winner.value = address
    return true
  }
}
