/// A property of a class that publishes its values: to those who subscribe to its projection, `$name`, and to
/// `objectWillChange` of an ``ObservableObject``.
///
/// Values are published before they are stored: a subscriber that reads the property finds the one before. What a
/// subscriber assigns to the property while it receives a value is published at once, and then overwritten by that
/// value.
@propertyWrapper public struct Published<Value> {
  /// The value, until somebody needs a publisher: then nil, and `subject` keeps it.
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
      subject.broadcaster.add(subscriber._node(), parent: subject)
    }
  }

  /// The property's values.
  public var projectedValue: Publisher {
    @inlinable mutating get { Publisher(subject: makeSubject()) }
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
      PropertyLocks.withLock(of: object) {
        object[keyPath: storageKeyPath].own ?? object[keyPath: storageKeyPath].subject!.value
      }
    }
    @inlinable @inline(__always) set {
      // The old value goes when the lock has been left: its deinit may use the property.
      var value = newValue
      let lock = PropertyLocks.lock(of: object)
      var subject: UnsafeMutableRawPointer?
      if exchange(&object[keyPath: storageKeyPath], &value, or: &subject) {
        PropertyLocks.unlock(lock)
      } else {
        publish(newValue, on: Unmanaged.fromOpaque(subject.unsafelyUnwrapped), leaving: lock)
      }
      withExtendedLifetime(object) {}
    }
  }

  /// The values of the property of `object` that is stored at `storageKeyPath`. Used by the compiler.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Publisher {
    @inlinable get {
      PropertyLocks.withLock(of: object) { Publisher(subject: object[keyPath: storageKeyPath].makeSubject()) }
    }
    set {
      let former = PropertyLocks.withLock(of: object) { object[keyPath: storageKeyPath].replace(by: newValue) }
      if let subject = former?.subject { subject.broadcaster.retire(subject) }
    }
  }

  /// Uses another property's publisher from now on. Returns what is to be released.
  @usableFromInline mutating func replace(by publisher: Publisher) -> Self? {
    if let subject {
      if subject === publisher.subject { return nil }
      if let observers = subject.willChange { publisher.subject.adopt(observers) }
    }
    let former = self
    own = nil
    subject = publisher.subject
    return former
  }

  /// The publisher, made when it is first asked for.
  @usableFromInline mutating func makeSubject() -> PublishedSubject<Value> {
    if let subject { return subject }
    let made = PublishedSubject(own!)
    subject = made
    own = nil
    return made
  }
}

/// Leaves the lock of the property that `subject` belongs to, and has it publish the value.
///
/// The subject is not retained: whoever lets go of it finds that it is taken.
@inlinable @inline(__always)
func publish<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>, leaving lock: Int) {
  if let me = subject._withUnsafeGuaranteedRef({ $0.take() }) {
    PropertyLocks.unlock(lock)
    subject._withUnsafeGuaranteedRef { $0.broadcaster.publish(value, me) }
  } else {
    publishLate(value, on: subject, leaving: lock)
  }
}

/// The same when somebody publishes already, or when there are observers to be told.
@inlinable @inline(never)
func publishLate<Value>(_ value: Value, on subject: Unmanaged<PublishedSubject<Value>>, leaving lock: Int) {
  let subject = subject.takeUnretainedValue()
  PropertyLocks.unlock(lock)
  subject.send(value)
}

/// Exchanges the property's own value with `value`; if a subject keeps it, gives that instead and returns false.
///
/// All in one access, and the subject as a bare address: each more is several look-ups of metadata in a debug build. Not a
/// method: then the optimizer does not see through the key path.
@inlinable @inline(__always)
func exchange<Value>(
  _ property: inout Published<Value>, _ value: inout Value, or subject: inout UnsafeMutableRawPointer?
) -> Bool {
  if let held = property.subject {
    subject = Unmanaged.passUnretained(held).toOpaque()
    return false
  }
  swap(&property.own!, &value)
  return true
}

extension Published.Publisher: Publisher {}

extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Published: PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher? {
    PropertyLocks.withLock(of: object) { place(in: object, offset).pointee.subject }?.willChange
  }

  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int) {
    PropertyLocks.withLock(of: object) { place(in: object, offset).pointee.makeSubject() }.adopt(publisher)
  }

  private static func place(in object: AnyObject, _ offset: Int) -> UnsafeMutablePointer<Self> {
    (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Self.self)
  }
}
