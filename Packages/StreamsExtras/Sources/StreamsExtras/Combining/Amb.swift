extension Publisher {
  /// Follows the first of two publishers that sends a value or ends, and cancels the other.
  ///
  /// Demand: forwarded to both, then to the publisher that is followed.
  @inlinable public func amb<Other: Publisher>(_ other: Other) -> Publishers.Amb<Self, Other>
  where Other.Output == Output, Other.Failure == Failure {
    .init(upstream: self, other: other)
  }
}

extension Collection where Element: Publisher {
  /// Follows the first of these publishers that sends a value or ends, and cancels the others.
  ///
  /// An empty collection finishes immediately. Demand: forwarded to all, then to the publisher that is followed.
  @inlinable public func amb() -> Publishers.AmbMany<Element> { .init(candidates: Array(self)) }
}

extension Publishers {
  /// The publisher returned by `amb`.
  public struct Amb<Upstream: Publisher, Other: Publisher>: OwnPublisher
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let other: Other

    @inlinable init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Race(Outbox("Amb", to: subscriber)).start(2) { place, input in
        if place == 0 { input.subscribe(to: upstream) } else { input.subscribe(to: other) }
      }
    }
  }

  /// The publisher returned by `amb` of a collection.
  public struct AmbMany<Candidate: Publisher>: OwnPublisher {
    public typealias Output = Candidate.Output
    public typealias Failure = Candidate.Failure

    @usableFromInline let candidates: [Candidate]

    @inlinable init(candidates: [Candidate]) { self.candidates = candidates }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if candidates.isEmpty { return Empty().subscribe(subscriber) }
      Race(Outbox("Amb", to: subscriber)).start(candidates.count) { place, input in
        input.subscribe(to: candidates[place])
      }
    }
  }
}

/// Decides which of several inputs is followed. Cancels the others.
@usableFromInline final class Race<Value, Failure: Error> {
  @usableFromInline let outbox: Outbox<Value, Failure>
  @usableFromInline let inputs = Inputs()
  /// The number of the input that is followed, from 1; 0 before it is known.
  @usableFromInline let winner = Word()

  @inlinable init(_ outbox: Outbox<Value, Failure>) { self.outbox = outbox }

  /// - Parameter subscribe: Subscribes the input at a place.
  @inlinable func start(_ count: Int, _ subscribe: (Int, Input<Value, Failure>) -> Void) {
    inputs.all = (1...count).map { number in
      Input<Value, Failure> {
        self.follows($0, number) ? self.outbox.send($1) : .none
      } onCompletion: {
        if self.follows($0, number) { self.outbox.finish($1) }
      }
    }
    let all = inputs.all
    outbox.addSource(inputs)
    outbox.start()
    for place in all.indices { subscribe(place, unsafeDowncast(all[place], to: Input.self)) }
  }

  /// Whether the input is followed. The first call decides, and cancels the others.
  @inlinable func follows(_ input: Input<Value, Failure>, _ number: Int) -> Bool {
    if winner.value != 0 { return winner.value == number }
    guard inputs.keep(input) else { return false }
    winner.value = number
    return true
  }
}
