/// Publishes the values of a property of a class: to subscribers of its projection `$name`, and as an event of
/// `objectWillChange` of an ``ObservableObject``.
///
/// Values are published before they are stored: a subscriber that reads the property reads the previous value. A value
/// that a subscriber assigns while it receives another one is published immediately, and then overwritten by that one.
/// If two threads set the property at once, it keeps the value that subscribers received last. Until then, the property
/// may already have the newer value while subscribers receive the older one.
///
/// Until `$name` or `objectWillChange` is first used, the property is a plain variable, and access from several threads
/// must be synchronised. From then on, any thread may set and read it.
@propertyWrapper public struct Published<Value> {
  @frozen @usableFromInline enum Storage {
    case value(Value)
    /// Keeps the value, as soon as a publisher is needed.
    case subject(PublishedSubject<Value>)
  }

  @_alwaysEmitIntoClient var storage: Storage

  /// Creates a property with the value `initialValue`.
  @_alwaysEmitIntoClient public init(initialValue: Value) { storage = .value(initialValue) }

  /// Creates a property with the value `wrappedValue`.
  @_alwaysEmitIntoClient public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  /// Sends the values of a `@Published` property, starting with the current one.
  public struct Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @_alwaysEmitIntoClient let subject: PublishedSubject<Value>

    @_alwaysEmitIntoClient init(subject: PublishedSubject<Value>) { self.subject = subject }

    @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Value, Never>) {
      subject.core.add(node, parent: subject)
    }
  }

  /// The publisher of the property's values. Assigning another property's projection has no effect.
  public var projectedValue: Publisher {
    @inlinable mutating get { Publisher(subject: makeSubject()) }
    set {}
  }

  /// Unavailable, because the property must be declared in a class.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { trap("Published", "it is only available on properties of classes") }
    set { trap("Published", "it is only available on properties of classes, so \(newValue) cannot be set") }
  }

  /// The value of the property stored at `storageKeyPath` of `object`. Used by the compiler.
  @_alwaysEmitIntoClient
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    @inline(__always) get {
      switch object[keyPath: storageKeyPath].storage {
      case .value(let value): value
      case .subject(let subject): subject.value
      }
    }
    @inline(__always) set {
      // A property with a subject is only read, so that several threads may set the value at once.
      if let subject = object[keyPath: storageKeyPath].subjectAddress {
        publish(newValue, on: Unmanaged.fromOpaque(subject))
        withExtendedLifetime(object) {}
      } else {
        // The old value is released after the access, because its deinit may use the property.
        var former = Published(initialValue: newValue)
        swap(&object[keyPath: storageKeyPath], &former)
      }
    }
  }

  /// The publisher of the property stored at `storageKeyPath` of `object`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher {
    get {
      projectionLock.lock()
      defer { projectionLock.unlock() }
      // With a subject, the property is only read.
      if case .subject(let subject) = object[keyPath: storageKeyPath].storage { return Publisher(subject: subject) }
      return Publisher(subject: object[keyPath: storageKeyPath].makeSubject())
    }
    set {}
  }

  /// The subject as a bare address, because a reference would be retained.
  @_alwaysEmitIntoClient @inline(__always) var subjectAddress: UnsafeMutableRawPointer? {
    if case .subject(let subject) = storage { Unmanaged.passUnretained(subject).toOpaque() } else { nil }
  }

  /// Returns the subject, and creates it at the first call. The lock must be held, or the access must be exclusive.
  @usableFromInline mutating func makeSubject() -> PublishedSubject<Value> {
    switch storage {
    case .subject(let subject): return subject
    case .value(let value):
      let subject = PublishedSubject(value)
      storage = .subject(subject)
      return subject
    }
  }
}

/// Serialises threads that request a property's publisher at the same time. Other uses of the property need no lock:
/// before that it is a plain variable, and afterwards its subject is constant.
let projectionLock = Lock()

/// Publishes a value on the subject of a property.
///
/// The subject is not retained. If it is released meanwhile, its deinit detects that a thread is publishing.
@_alwaysEmitIntoClient @inline(__always)
func publish<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>) {
  if let me = subject._withUnsafeGuaranteedRef({ $0.take() }) {
    subject._withUnsafeGuaranteedRef { $0.core.publish(value, me) }
  } else {
    publishLate(value, on: subject)
  }
}

/// Publishes a value while another thread publishes, or if there are observers, which are notified first.
@_alwaysEmitIntoClient @inline(never)
func publishLate<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>) {
  subject.takeUnretainedValue().send(value)
}

extension Published.Publisher: OwnPublisher {}

extension Published.Storage: Sendable where Value: Sendable {}
