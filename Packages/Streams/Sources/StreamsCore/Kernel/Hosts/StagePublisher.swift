/// A publisher that attaches a stage to its upstream.
@usableFromInline protocol StagePublisher: Publisher {
  associatedtype Upstream: Publisher
  associatedtype Stage: OperatorStage where Stage.Input == Upstream.Output, Stage.Output == Output
  var upstream: Upstream { get }
  var stage: Stage { get }
}

/// A publisher whose stage a ``StatelessOperator`` hosts.
@usableFromInline protocol StatelessPublisher: StagePublisher
where Stage: StatelessStage, Stage.UpstreamFailure == Upstream.Failure, Stage.Failure == Failure {}

extension StatelessPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _isCustom: Bool { Upstream._isCustom }

  @_alwaysEmitIntoClient @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.attach(stage, subscriber)
  }
}

/// A publisher whose stage a ``FilteringOperator`` hosts. Its errors are the upstream's, or any errors if the stage throws.
@usableFromInline protocol FilteringPublisher: StagePublisher, OwnPublisher where Stage: FilteringStage {}

extension FilteringPublisher {
  @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
    upstream._attach(node: FilteringOperator<Stage, Upstream.Failure, Failure>(stage, downstream))
  }
}

/// The same for a ``ReducingOperator``.
@usableFromInline protocol ReducingPublisher: StagePublisher, OwnPublisher where Stage: ReducingStage {}

extension ReducingPublisher {
  @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
    upstream._attach(node: ReducingOperator<Stage, Upstream.Failure, Failure>(stage, downstream))
  }
}
