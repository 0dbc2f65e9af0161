/// A property of a class that publishes its values: to those who subscribe to its projection, `$name`, and to
/// `objectWillChange` of an ``ObservableObject``.
///
/// Values are published before they are stored: a subscriber that reads the property finds the one before. What a
/// subscriber assigns to the property while it receives a value is published at once, and then overwritten by that
/// value.
@propertyWrapper public struct Published<Value> {
  /// The property's own storage until somebody needs a publisher; then the publisher's.
  @usableFromInline enum Storage {
    case value(Value)
    case subject(PublishedSubject<Value>)
  }

  @usableFromInline var storage: Storage

  /// A property with the value `initialValue`.
  @inlinable public init(initialValue: Value) { storage = .value(initialValue) }

  /// A property with the value `wrappedValue`.
  @inlinable public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  /// Publishes the values of a `@Published` property: to a new subscriber the current one first.
  public struct Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let subject: PublishedSubject<Value>

    @inlinable init(subject: PublishedSubject<Value>) { self.subject = subject }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      subject.broadcaster.add(subscriber._node(), parent: subject)
    }
  }

  /// The property's values.
  public var projectedValue: Publisher {
    @inlinable mutating get { Publisher(subject: subject()) }
    set { _ = replace(by: newValue) }
  }

  /// Not to be used: the property must belong to a class, which tells where it is stored.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { trap("Published", "it is only available on properties of classes") }
    set { trap("Published", "it is only available on properties of classes, so \(newValue) cannot be set") }
  }

  /// The value of the property of `object` that is stored at `storageKeyPath`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    @inlinable @inline(__always) get {
      switch PropertyLocks.withLock(of: object, { object[keyPath: storageKeyPath].storage }) {
      case .value(let value): value
      case .subject(let subject): subject.value
      }
    }
    @inlinable @inline(__always) set {
      // The old value goes when the lock has been left: its deinit may use the property.
      var storage = Storage.value(newValue)
      let subject: PublishedSubject<Value>? = PropertyLocks.withLock(of: object) {
        if let subject = object[keyPath: storageKeyPath].currentSubject { return subject }
        swap(&object[keyPath: storageKeyPath].storage, &storage)
        return nil
      }
      subject?.send(newValue)
    }
  }

  /// The values of the property of `object` that is stored at `storageKeyPath`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher {
    @inlinable get {
      PropertyLocks.withLock(of: object) { Publisher(subject: object[keyPath: storageKeyPath].subject()) }
    }
    set { _ = PropertyLocks.withLock(of: object) { object[keyPath: storageKeyPath].replace(by: newValue) } }
  }

  /// Uses another property's publisher from now on. Returns what is to be released.
  @usableFromInline mutating func replace(by publisher: Publisher) -> Storage? {
    if let subject = currentSubject {
      if subject === publisher.subject { return nil }
      if let observers = subject.willChange { publisher.subject.adopt(observers) }
    }
    var storage = Storage.subject(publisher.subject)
    swap(&storage, &self.storage)
    return storage
  }

  @inlinable @inline(__always) var currentSubject: PublishedSubject<Value>? {
    if case .subject(let subject) = storage { subject } else { nil }
  }

  /// The publisher, made when it is first asked for.
  @usableFromInline mutating func subject() -> PublishedSubject<Value> {
    switch storage {
    case .subject(let subject): return subject
    case .value(let value):
      let subject = PublishedSubject(value)
      storage = .subject(subject)
      return subject
    }
  }
}

extension Published.Publisher: Publisher {}

extension Published.Storage: Sendable where Value: Sendable {}
extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Published: PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher? {
    PropertyLocks.withLock(of: object) { place(in: object, offset).pointee.currentSubject }?.willChange
  }

  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int) {
    PropertyLocks.withLock(of: object) { place(in: object, offset).pointee.subject() }.adopt(publisher)
  }

  private static func place(in object: AnyObject, _ offset: Int) -> UnsafeMutablePointer<Self> {
    (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Self.self)
  }
}
