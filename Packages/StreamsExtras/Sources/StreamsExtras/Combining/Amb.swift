extension Publisher {
  /// Follows the first of two publishers that sends a value or ends, and cancels the other.
  ///
  /// Demand: forwarded to both, then to the publisher that is followed.
  @inlinable public func amb<Other: Publisher>(_ other: Other) -> Publishers.Amb<AnyPublisher<Output, Failure>>
  where Other.Output == Output, Other.Failure == Failure {
    .init([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Collection where Element: Publisher {
  /// Follows the first of these publishers that sends a value or ends, and cancels the others.
  ///
  /// An empty collection finishes immediately. Demand: forwarded to all, then to the publisher that is followed.
  @inlinable public func amb() -> Publishers.Amb<Element> { .init(Array(self)) }
}

extension Publishers {
  /// The publisher returned by `amb`.
  public struct Amb<Candidate: Publisher>: Publisher {
    public typealias Output = Candidate.Output
    public typealias Failure = Candidate.Failure

    @usableFromInline let candidates: [Candidate]

    @inlinable init(_ candidates: [Candidate]) { self.candidates = candidates }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let outbox = Outbox("Amb", to: subscriber)
      let contest = Contest<Output, Failure>()
      let inputs = candidates.indices.map { place in
        // Touched by this candidate only, which is serial.
        var isFollowed = false
        return Input<Output, Failure>(
          onValue: {
            if !isFollowed, !contest.isWon(by: place) { return .none }
            isFollowed = true
            return outbox.send($0)
          },
          onCompletion: { if isFollowed || contest.isWon(by: place) { outbox.finish($0) } })
      }
      contest.inputs.set(inputs)
      outbox.onDemand { contest.inputs.request($0) }
      outbox.add(AnyCancellable { contest.inputs.cancel() })
      outbox.start()
      for (candidate, input) in Swift.zip(candidates, inputs) { input.subscribe(to: candidate) }
      if candidates.isEmpty { outbox.finish(.finished) }
    }
  }
}

/// Decides which of several inputs is followed.
@usableFromInline final class Contest<Value, Failure: Error> {
  @usableFromInline let inputs = Inputs<Value, Failure>()
  private let winner = Latest<Int>()

  @usableFromInline init() {}

  /// Whether the input at `place` is followed. The first call decides, and cancels the others.
  @usableFromInline func isWon(by place: Int) -> Bool {
    let (followed, isFirst) = winner.lock.withLock {
      let isFirst = winner.stored == nil
      if isFirst { winner.stored = place }
      return (winner.stored, isFirst)
    }
    if isFirst { inputs.keepOnly(place) }
    return followed == place
  }
}
