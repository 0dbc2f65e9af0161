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
        let state = AmbState()
        return Input<Output, Failure>(
          onValue: {
            if !state.isFollowed { state.isFollowed = contest.isWon(by: place) }
            return state.isFollowed ? outbox.send($0) : .none
          },
          onCompletion: { if contest.isWon(by: place) { outbox.finish($0) } })
      }
      contest.inputs.set(inputs)
      outbox.addSource(contest.inputs)
      outbox.start()
      for (candidate, input) in Swift.zip(candidates, inputs) { input.subscribe(to: candidate) }
      if candidates.isEmpty { outbox.finish(.finished) }
    }
  }
}

/// Whether an input has been chosen. Used only in this input's deliveries, which are serial.
@usableFromInline final class AmbState {
  @usableFromInline @exclusivity(unchecked) var isFollowed = false
  @inlinable init() {}
}

/// Decides which of several inputs is followed.
@usableFromInline final class Contest<Value, Failure: Error> {
  @usableFromInline let inputs = Inputs<Value, Failure>()
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var winner: Int?

  @inlinable init() {}

  /// Whether the input at `place` is followed. The first call decides, and cancels the others.
  @inlinable func isWon(by place: Int) -> Bool {
    var isFirst = false
    let winner = lock.withLock { () -> Int in
      if let winner = self.winner { return winner }
      isFirst = true
      self.winner = place
      return place
    }
    if isFirst { inputs.keepOnly(place) }
    return winner == place
  }
}
