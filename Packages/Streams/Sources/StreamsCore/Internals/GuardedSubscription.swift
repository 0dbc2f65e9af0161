import Synchronization

/// Blown once a stream is over for its subscriber.
@usableFromInline final class Fuse: Sendable {
  @usableFromInline let blown = Atomic<Bool>(false)

  @usableFromInline init() {}

  @inlinable @inline(__always) var isBlown: Bool { blown.load(ordering: .relaxed) }
  /// True the first time.
  @usableFromInline func blow() -> Bool { !blown.exchange(true, ordering: .relaxed) }
}

/// A subscription that blows a fuse when it is cancelled. It shows itself as the one that it stands for.
final class GuardedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let base: any Subscription
  private let fuse: Fuse

  init(_ base: any Subscription, _ fuse: Fuse) {
    self.base = base
    self.fuse = fuse
  }

  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    _ = fuse.blow()
    base.cancel()
  }

  var _isForeign: Bool { false }
  var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  var description: String { String(describing: base) }
  var customMirror: Mirror { Mirror(reflecting: base) }
  var playgroundDescription: Any {
    (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}
