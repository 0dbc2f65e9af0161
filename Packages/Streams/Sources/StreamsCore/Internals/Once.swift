import StreamsThread
import Synchronization

/// A value that is made once, when it is first asked for.
@usableFromInline final class Once<Value> {
  /// Held while the value is made, and by those who wait for it. It guards nothing else, so it can only be in the way
  /// of someone who needs the value before it exists.
  @usableFromInline let lock = Lock()
  /// The thread that makes the value.
  @usableFromInline let maker = Atomic<UInt>(0)
  @usableFromInline let isMade = Atomic<Bool>(false)
  @usableFromInline let name: StaticString
  /// Written before `isMade` is set, and constant from then on.
  @usableFromInline @exclusivity(unchecked) var made: Value?
  @usableFromInline let make: () -> Value

  /// - Parameter name: whose value it is, for the message if `make` asks for it.
  @inlinable init(name: StaticString, _ make: @escaping () -> Value) {
    self.name = name
    self.make = make
  }

  @inlinable func value() -> Value {
    if isMade.load(ordering: .acquiring), let made { return made }
    let me = UInt(streams_thread_token())
    precondition(maker.load(ordering: .relaxed) != me, "\(name): the closure must not use the publisher it is for")
    return lock.withLock {
      if let made { return made }
      maker.store(me, ordering: .relaxed)
      let value = make()
      made = value
      isMade.store(true, ordering: .releasing)
      maker.store(0, ordering: .relaxed)
      return value
    }
  }
}
