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
  public struct Amb<Upstream: Publisher, Other: Publisher>: Publisher
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let other: Other

    @inlinable init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Contest(Outbox("Amb", to: subscriber)).start(2) { place, input in
        if place == 0 { input.subscribe(to: upstream) } else { input.subscribe(to: other) }
      }
    }
  }

  /// The publisher returned by `amb` of a collection.
  public struct AmbMany<Candidate: Publisher>: Publisher {
    public typealias Output = Candidate.Output
    public typealias Failure = Candidate.Failure

    @usableFromInline let candidates: [Candidate]

    @inlinable init(candidates: [Candidate]) { self.candidates = candidates }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if candidates.isEmpty { return Empty().subscribe(subscriber) }
      Contest(Outbox("Amb", to: subscriber)).start(candidates.count) { place, input in
        input.subscribe(to: candidates[place])
      }
    }
  }
}
