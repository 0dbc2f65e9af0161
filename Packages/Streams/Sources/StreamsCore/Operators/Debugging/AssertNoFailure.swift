extension Publisher {
  /// Stops the program with a fatal error when the upstream fails. For errors that only a programming mistake can
  /// cause.
  ///
  /// The message starts with `prefix`, and names `file` and `line`.
  @_transparent @_alwaysEmitIntoClient public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// Stops the program when its upstream fails, and forwards all other events.
  @frozen public struct AssertNoFailure<Upstream: Publisher>: StatelessPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The start of the message.
    @_alwaysEmitIntoClient public let prefix: String
    /// The file that the message names.
    @_alwaysEmitIntoClient public let file: StaticString
    /// The line that the message names.
    @_alwaysEmitIntoClient public let line: UInt

    /// Creates the publisher that `assertNoFailure(_:file:line:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt)
    {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @_alwaysEmitIntoClient var stage: AssertNoFailureStage<Output, Upstream.Failure> {
      .init(prefix: prefix, file: file, line: line)
    }
  }
}

@frozen @usableFromInline struct AssertNoFailureStage<Input, UpstreamFailure: Error>: StatelessStage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias Failure = Never
  @_alwaysEmitIntoClient let prefix: String
  @_alwaysEmitIntoClient let file: StaticString
  @_alwaysEmitIntoClient let line: UInt

  @_alwaysEmitIntoClient init(prefix: String, file: StaticString, line: UInt) {
    self.prefix = prefix
    self.file = file
    self.line = line
  }

  @_alwaysEmitIntoClient var name: StaticString { "AssertNoFailure" }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["file", "line", "prefix"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    [file, line, prefix]
  }

  @usableFromInline func end<D: Subscriber>(_ completion: Subscribers.Completion<UpstreamFailure>, _ downstream: D)
  where D.Failure == Never {
    if case .failure(let failure) = completion {
      fatalError(prefix.isEmpty ? "\(failure)" : "\(prefix): \(failure)", file: file, line: line)
    }
    downstream.receive(completion: .finished)
  }
}
