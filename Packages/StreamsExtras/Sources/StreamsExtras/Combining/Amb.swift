extension Publisher {
  /// Sends the values of the quicker of two publishers: of the first to send a value or to end. The other is cancelled.
  ///
  /// Demand: passed to both until one is followed, then to that one.
  @inlinable public func amb<Other: Publisher>(_ other: Other) -> Publishers.Amb<AnyPublisher<Output, Failure>>
  where Other.Output == Output, Other.Failure == Failure {
    .init([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Collection where Element: Publisher {
  /// Sends the values of the quickest of these publishers: of the first to send a value or to end. The others are
  /// cancelled. Without publishers it finishes immediately.
  ///
  /// Demand: passed to all until one is followed, then to that one.
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
        // Touched by this candidate alone, which is serial.
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

/// Which of several inputs is followed.
@usableFromInline final class Contest<Value, Failure: Error> {
  @usableFromInline let inputs = Inputs<Value, Failure>()
  private let winner = Latest<Int>()

  @usableFromInline init() {}

  /// Whether `place` is followed. The first that asks is, and the others are cancelled.
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
