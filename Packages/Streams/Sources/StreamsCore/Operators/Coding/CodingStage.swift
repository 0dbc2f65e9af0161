/// The stage of `encode` and `decode`: sends the result of a closure, or fails with the error that it throws.
@frozen @usableFromInline struct CodingStage<Input, Output>: FilteringStage {
  @_alwaysEmitIntoClient let name: StaticString
  @_alwaysEmitIntoClient let convert: (Input) throws -> Output

  @_alwaysEmitIntoClient init(_ name: StaticString, _ convert: @escaping (Input) throws -> Output) {
    self.name = name
    self.convert = convert
  }

  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { true }
  @_alwaysEmitIntoClient var labels: [StaticString] { ["downstream", "finished", "upstreamSubscription"] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    switch status {
    case .awaitingSubscription: [downstream, false, (any Subscription)?.none as Any]
    case .subscribed(let upstream): [downstream, false, (any Subscription)?.some(upstream) as Any]
    case .terminal: [downstream, true, (any Subscription)?.none as Any]
    }
  }

  @_alwaysEmitIntoClient func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output>
  where H.State == Void {
    .emit(try convert(input))
  }
}
