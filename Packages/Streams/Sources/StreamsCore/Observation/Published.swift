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
    set {
      if let publisher = currentSubject?.willChange { newValue.subject.adopt(publisher) }
      storage = .subject(newValue.subject)
    }
  }

  /// Not to be used: the property must belong to a class, which tells where it is stored.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("Published: it is only available on properties of classes") }
    set { fatalError("Published: it is only available on properties of classes, so \(newValue) cannot be set") }
  }

  /// The value of the property of `object` that is stored at `storageKeyPath`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    @inlinable @inline(__always) get {
      switch object[keyPath: storageKeyPath].storage {
      case .value(let value): value
      case .subject(let subject): subject.value
      }
    }
    @inlinable @inline(__always) set {
      if let subject = object[keyPath: storageKeyPath].currentSubject {
        subject.send(newValue)
      } else {
        // The old value goes when the access has ended: its deinit may use the property.
        var storage = Storage.value(newValue)
        swap(&object[keyPath: storageKeyPath].storage, &storage)
      }
    }
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
  static func willChange(at place: UnsafeMutableRawPointer) -> ObservableObjectPublisher? {
    place.assumingMemoryBound(to: Self.self).pointee.currentSubject?.willChange
  }

  static func install(_ publisher: ObservableObjectPublisher, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Self.self).pointee.subject().adopt(publisher)
  }
}
