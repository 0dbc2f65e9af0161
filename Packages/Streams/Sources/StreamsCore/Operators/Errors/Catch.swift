extension Publisher {
  /// When the upstream fails, continues with the publisher that `handler` returns for the error.
  @_transparent @_alwaysEmitIntoClient public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// When the upstream fails, continues with the publisher that `handler` returns for the error. Fails with the
  /// error that `handler` throws.
  @_transparent @_alwaysEmitIntoClient public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// When the upstream fails, continues with another publisher, and requests the unused demand from it.
  @frozen public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: OwnPublisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns the publisher that continues the stream.
    @_alwaysEmitIntoClient public let handler: (Upstream.Failure) -> NewPublisher

    /// Creates the publisher that `catch(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher
    ) {
      self.upstream = upstream
      self.handler = handler
    }

    @_alwaysEmitIntoClient public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let handler = handler
      SequentialSubscription<Output, Failure>(downstream, name: "Catch", showsState: true).start(with: upstream) {
        _, owner, completion in
        guard case .failure(let error) = completion else { return owner.finish() }
        owner.goOn { handler(error)._attach(node: SequentialSubscriber(last: $0)) }
      }
    }
  }

  /// When the upstream fails, continues with another publisher and requests the unused demand from it, or fails with
  /// the thrown error.
  @frozen public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: OwnPublisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// Returns the publisher that continues the stream.
    @_alwaysEmitIntoClient public let handler: (Upstream.Failure) throws -> NewPublisher

    /// Creates the publisher that `tryCatch(_:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher
    ) {
      self.upstream = upstream
      self.handler = handler
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let handler = handler
      SequentialSubscription<Output, Failure>(downstream, name: "TryCatch", showsState: true).start(with: upstream) {
        _, owner, completion in
        guard case .failure(let error) = completion else { return owner.finish() }
        owner.goOn {
          do {
            let next = SequentialSubscriber<Output, NewPublisher.Failure, Failure>($0) {
              $1.end($2.mapError { $0 })
            }
            try handler(error)._attach(node: next)
          } catch {
            $0.end(.failure(error))
          }
        }
      }
    }
  }
}
