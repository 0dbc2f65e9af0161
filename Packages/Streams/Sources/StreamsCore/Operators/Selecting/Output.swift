extension Publisher {
  /// Sends the value at position `index`, counted from 0, then finishes. Sends nothing if there are fewer values. Traps
  /// if `index` is negative.
  // Not transparent, because the compiler checks arithmetic with constants in transparent functions. The largest index
  // would then be an error in the user's code.
  @_alwaysEmitIntoClient public func output(at index: Int) -> Publishers.Output<Self> {
    require(index >= 0, "output(at:)", "the index must not be negative")
    return output(in: index...index)
  }

  /// Sends the values whose positions, counted from 0, are in `range`, then finishes. Sends nothing if `range` starts
  /// below 0. A range without a start must not end below 0.
  @_alwaysEmitIntoClient public func output(in range: some RangeExpression<Int>) -> Publishers.Output<Self> {
    Publishers.Output(upstream: self, range: range.relative(to: Positions()))
  }
}

extension Publishers {
  /// Sends the upstream values whose positions, counted from 0, are in a range, then finishes. Finishes immediately if
  /// the range is empty or starts below 0.
  @frozen public struct Output<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The positions of the values to send.
    @_alwaysEmitIntoClient public let range: CountableRange<Int>

    /// Creates the publisher that `output(in:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      self.range = range
    }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
      upstream.attach(OutputStage(range), node)
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

/// The positions of values, from 0, for `RangeExpression.relative(to:)`. Unlike a range of integers, this collection
/// permits negative bounds and the largest one, which no value has.
@frozen @usableFromInline struct Positions: Collection {
  @_alwaysEmitIntoClient init() {}
  @_alwaysEmitIntoClient var startIndex: Int { 0 }
  @_alwaysEmitIntoClient var endIndex: Int { .max }
  @_alwaysEmitIntoClient func index(after index: Int) -> Int { index == .max ? .max : index + 1 }
  @_alwaysEmitIntoClient subscript(index: Int) -> Int { index }
}

@frozen @usableFromInline struct OutputStage<Input>: FilteringStage {
  /// The number of values still to drop, and then to send.
  @usableFromInline typealias State = (toDrop: Int, toSend: Int)
  @_alwaysEmitIntoClient let initialState: State

  @_alwaysEmitIntoClient init(_ range: Range<Int>) {
    initialState = (max(0, range.lowerBound), range.lowerBound < 0 ? 0 : range.count)
  }

  @_alwaysEmitIntoClient var name: StaticString { "Output" }
  @_alwaysEmitIntoClient @inline(__always) static var needsNoSubscription: Bool { true }
  @_alwaysEmitIntoClient var isEmpty: Bool { initialState.toSend == 0 }
  @_alwaysEmitIntoClient var labels: [StaticString] { [] }
  @_alwaysEmitIntoClient func values(_ downstream: Any, _ status: SubscriptionStatus, _ state: State) -> [Any] { [] }

  @_alwaysEmitIntoClient @inline(__always)
  func step(_ input: Input, in host: some StageHost<State>) -> FilteringStep<Input> {
    if host.state.toDrop > 0 {
      host.state.toDrop &-= 1
      return .skip
    }
    host.state.toSend &-= 1
    let left = host.state.toSend
    if left > 0 { return .emit(input) }
    // Below 0 is a reentrant value, sent during the last one.
    return left == 0 ? .emitAndFinish(input) : isEmpty ? .finish : .drop
  }
}
