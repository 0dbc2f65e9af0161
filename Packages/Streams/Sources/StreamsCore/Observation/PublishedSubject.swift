import Synchronization

/// Publishes and stores the value of a `@Published` property.
@usableFromInline final class PublishedSubject<Value> {
  @_alwaysEmitIntoClient let core: SubjectCore<Value, Never>
  /// Whether there are observers. They are never removed.
  @_alwaysEmitIntoClient let isObserved = Atomic<Bool>(false)
  /// Guards the following properties.
  private let lock = Lock()
  /// Set once, before `isObserved`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var observers: ObservableObjectPublisher?
  /// The upstreams of `assign(to:)`, by their addresses.
  private var sources: [Int: AnyObject] = [:]

  init(_ value: Value) { core = SubjectCore("PublishedSubject", current: value, .whenDelivered) }

  deinit {
    for case let source as OperatorSubscriber<Value, Never> in sources.values { source.cancel() }
    core.shutDown()
  }

  /// The value of the property: the last one that has been published completely, or that waits behind another one.
  @_alwaysEmitIntoClient var value: Value { core.value }

  /// The publisher that announces changes of the object.
  var willChange: ObservableObjectPublisher? { lock.withLock { observers } }

  /// Sends on `publisher` from now on, unless there is another one already.
  func adopt(_ publisher: ObservableObjectPublisher) {
    lock.withLock {
      guard observers == nil else { return }
      observers = publisher
      isObserved.store(true, ordering: .releasing)
    }
  }

  /// Publishes a value, then stores it.
  @_alwaysEmitIntoClient func send(_ value: Value) {
    if isObserved.load(ordering: .acquiring) { observers?.send() }
    core.publish(value)
  }

  /// Makes the calling thread the owner of the delivery and returns its token. Returns nil if there is an owner, or if
  /// there are observers, which are notified first.
  @_alwaysEmitIntoClient @inline(__always) func take() -> UInt? {
    let me = currentThreadToken()
    return !isObserved.load(ordering: .acquiring) && core.owner.take(me) ? me : nil
  }

  func add(_ source: OperatorSubscriber<Value, Never>) {
    lock.withLock { sources[Int(bitPattern: ObjectIdentifier(source))] = source }
  }

  func remove(_ source: OperatorSubscriber<Value, Never>) {
    let gone = lock.withLock { sources.removeValue(forKey: Int(bitPattern: ObjectIdentifier(source))) }
    _ = gone
  }
}

/// Its state is guarded by its lock and its core; only values cross threads.
extension PublishedSubject: @unchecked Sendable where Value: Sendable {}

/// Sending for `@Published`: a value becomes the current one after its delivery, unless it is queued.
extension SubjectCore {
  /// Delivers a value, then makes it the current one.
  @_alwaysEmitIntoClient func publish(_ value: Output) {
    let me = currentThreadToken()
    if owner.take(me) { publish(value, me) } else { sendBusy(value, me) }
  }

  /// Delivers a value as the owner, makes it the current one, and gives up ownership.
  ///
  /// Subscribers keep the subject alive, and a thread that finds it busy retains it. Values are released last, because
  /// a value's deinit might release the last reference to the subject.
  @_alwaysEmitIntoClient @inline(__always) func publish(_ value: Output, _ me: UInt) {
    var latest = Optional(value)
    swap(&self.latest, &latest)
    deliver(value)
    var nested = Optional(value)
    swap(&self.latest, &nested)
    var former = Optional(value)
    if owner.closeIfQuiet(me) {
      swap(&current, &former)
      owner.open(OwnerWord.idle)
    } else {
      settle(me, keeping: &former)
    }
    withExtendedLifetime(latest) {}
    withExtendedLifetime(nested) {}
    withExtendedLifetime(former) {}
  }

  /// Makes the delivered `value` the current one, and settles.
  @usableFromInline func settle(_ me: UInt, keeping value: inout Output?) {
    let keeper = Unmanaged.passRetained(self)
    makeCurrentIfNewest(&value)
    settle(me)
    keeper.release()
  }
}
