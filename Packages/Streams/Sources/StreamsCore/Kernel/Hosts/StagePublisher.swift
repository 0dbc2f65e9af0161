// Each of these protocols, and ``NodePublisher``, refines only ``Publisher``. For each conformance of a publisher, even one to
// a protocol without requirements, each program gets about 200 bytes.

/// A publisher whose stage a ``StatelessOperator`` hosts.
@usableFromInline protocol StatelessPublisher: Publisher {
  associatedtype Upstream: Publisher
  associatedtype Stage: StatelessStage
  where
    Stage.Input == Upstream.Output, Stage.Output == Output, Stage.UpstreamFailure == Upstream.Failure,
    Stage.Failure == Failure
  var upstream: Upstream { get }
  var stage: Stage { get }
}

extension StatelessPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _isCustom: Bool { Upstream._isCustom }

  @_alwaysEmitIntoClient @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.attach(stage, subscriber)
  }
}

/// A publisher whose stage is hosted by an object. Its errors are the upstream's, or any errors if the stage throws.
@usableFromInline protocol HostedPublisher: Publisher {
  associatedtype Upstream: Publisher
  associatedtype Stage: HostedStage where Stage.Input == Upstream.Output, Stage.Output == Output
  var upstream: Upstream { get }
  var stage: Stage { get }
}

extension HostedPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _isCustom: Bool { false }

  @_alwaysEmitIntoClient @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    _attach(node: subscriber._erased())
  }

  @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
    upstream._attach(node: Stage.node(stage, downstream))
  }
}
