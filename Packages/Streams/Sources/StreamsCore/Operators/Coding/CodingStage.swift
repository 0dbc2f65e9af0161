/// The stage of `encode` and `decode`: sends the result of a closure, or fails with the error that it throws.
@frozen @usableFromInline struct CodingStage<Input, Output>: FilteringStage {
  @usableFromInline let name: StaticString
  @usableFromInline let convert: (Input) throws -> Output

  @inlinable init(_ name: StaticString, _ convert: @escaping (Input) throws -> Output) {
    self.name = name
    self.convert = convert
  }

  @inlinable @inline(__always) static var needsNoSubscription: Bool { true }
  @usableFromInline var labels: [StaticString] { ["downstream", "finished", "upstreamSubscription"] }
  @usableFromInline func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: Void) -> [Any] {
    switch status {
    case .awaitingSubscription: [downstream, false, (any Subscription)?.none as Any]
    case .subscribed(let upstream): [downstream, false, (any Subscription)?.some(upstream) as Any]
    case .terminal: [downstream, true, (any Subscription)?.none as Any]
    }
  }

  @inlinable func step<H: StageHost>(_ input: Input, in host: H) throws -> FilteringStep<Output> where H.State == Void {
    .emit(try convert(input))
  }
}
