extension Publisher {
  /// Drops the first `count` values and sends the others. Traps if `count` is negative.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// Drops a number of upstream values, asking for one more each time, and sends the others.
  @frozen public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// How many are dropped.
    public let count: Int

    /// The publisher that `dropFirst(_:)` makes.
    @inlinable public init(upstream: Upstream, count: Int) {
      require(count >= 0, "dropFirst", "the number of values must not be negative")
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.attach(node: Gate(DropStage(count), subscriber, Kept<Failure>.self))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}

@frozen @usableFromInline struct DropStage<Input>: GateStage {
  @usableFromInline typealias Output = Input
  /// How many are still to be dropped.
  @usableFromInline var count: Int

  @inlinable init(_ count: Int) { self.count = count }

  @usableFromInline var name: StaticString { "Drop" }
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline func values(in host: HostView) -> [Any] { [] }

  @inlinable @inline(__always) mutating func step(_ input: Input) -> GateStep<Input> {
    if count == 0 { return .emit(input) }
    count &-= 1
    return .skip
  }
}
