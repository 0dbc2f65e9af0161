/// A property of a class that publishes its values: to subscribers of its projection, `$name`, and to
/// `objectWillChange` of an ``ObservableObject``.
///
/// Values are published before they are stored: a subscriber that reads the property finds the one before. What a
/// subscriber assigns to the property while it receives a value is published immediately, and then overwritten by that
/// value. When two threads set the property at once, it ends with the value that subscribers received last.
///
/// Until `$name` or `objectWillChange` is first used, the property is a plain variable: threads must take turns. From
/// then on any thread may set and read it.
@propertyWrapper public struct Published<Value> {
  /// The value, until a publisher is needed: then nil, and `subject` keeps it.
  ///
  /// Not an enumeration of the two: a debug build looks the metadata of a generic one up at each access, which is 330
  /// instructions.
  @usableFromInline var own: Value?
  @usableFromInline var subject: PublishedSubject<Value>?

  /// A property with the value `initialValue`.
  @inlinable public init(initialValue: Value) { own = .some(initialValue) }

  /// A property with the value `wrappedValue`.
  @inlinable public init(wrappedValue: Value) { own = .some(wrappedValue) }

  /// Publishes the values of a `@Published` property: to a new subscriber the current one first.
  public struct Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let subject: PublishedSubject<Value>

    @inlinable init(subject: PublishedSubject<Value>) { self.subject = subject }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      subject.broadcaster.add(subscriber._erased(), parent: subject)
    }
  }

  /// The property's values. Assigning another property's projection changes nothing.
  public var projectedValue: Publisher {
    @inlinable mutating get { Publisher(subject: makeSubject()) }
    set {}
  }

  /// Unavailable: the property must be declared in a class.
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
      object[keyPath: storageKeyPath].own ?? object[keyPath: storageKeyPath].subject!.value
    }
    @inlinable @inline(__always) set {
      // A property with a subject is only read, so that threads may set it at once.
      if let subject = object[keyPath: storageKeyPath].subjectAddress {
        publish(newValue, on: Unmanaged.fromOpaque(subject))
        withExtendedLifetime(object) {}
      } else {
        // The old value is released when the property may be used again: its deinit may use it.
        var value = newValue
        exchange(&object[keyPath: storageKeyPath], &value)
      }
    }
  }

  /// The values of the property of `object` that is stored at `storageKeyPath`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher {
    get {
      projectionLock.lock()
      defer { projectionLock.unlock() }
      // Once there is a subject, the property is only read.
      if let subject = object[keyPath: storageKeyPath].subject { return Publisher(subject: subject) }
      return Publisher(subject: object[keyPath: storageKeyPath].makeSubject())
    }
    set {}
  }

  /// The subject as a bare address: a reference would be retained.
  @inlinable @inline(__always) var subjectAddress: UnsafeMutableRawPointer? {
    subject.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  /// The subject, made when it is first asked for. The lock must be held, or the access be exclusive.
  @usableFromInline mutating func makeSubject() -> PublishedSubject<Value> {
    if let subject { return subject }
    let made = PublishedSubject(own!)
    subject = made
    own = nil
    return made
  }
}

/// Serialises threads that ask for a property's publisher first. Where the property is used otherwise, nothing is
/// locked: until then it is a plain variable, and from then on its subject is constant.
private let projectionLock = Lock()

/// Has `subject`, which belongs to a property, publish the value.
///
/// The subject is not retained: if it is released meanwhile, its deinit finds that it is taken.
@inlinable @inline(__always)
func publish<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>) {
  if let me = subject._withUnsafeGuaranteedRef({ $0.take() }) {
    subject._withUnsafeGuaranteedRef { $0.broadcaster.publish(value, me) }
  } else {
    publishLate(value, on: subject)
  }
}

/// The same when another thread publishes, or when there are observers, which come first.
@inlinable @inline(never)
func publishLate<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>) {
  subject.takeUnretainedValue().send(value)
}

/// Exchanges the property's own value with `value`.
///
/// Not a method: then the optimizer does not see through the key path.
@inlinable @inline(__always)
func exchange<Value>(_ property: inout Published<Value>, _ value: inout Value) { swap(&property.own!, &value) }

extension Published.Publisher: Publisher {}

extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Published: PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher? {
    projectionLock.withLock { place(in: object, offset).pointee.subject }?.willChange
  }

  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int) {
    projectionLock.withLock { place(in: object, offset).pointee.makeSubject() }.adopt(publisher)
  }

  private static func place(in object: AnyObject, _ offset: Int) -> UnsafeMutablePointer<Self> {
    (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Self.self)
  }
}
