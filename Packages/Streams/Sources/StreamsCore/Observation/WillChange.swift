// For `_forEachField`, which is not public API. Public API has no substitute. A mirror contains copies of the values, in
// which no publisher can be installed, and a class may replace its mirror. The compiler passes a property's key path only
// when the property is accessed: too late, because several threads may do so at once after `objectWillChange` is used.
@_spi(Reflection) import Swift

/// Finds and installs the publisher that announces an object's changes.
///
/// The object's `@Published` properties hold the publisher. For an object without such properties, a table refers to it
/// weakly; its subscribers keep it alive.
enum WillChange {
  /// A property of a class that is declared `@Published`.
  private struct Property {
    let offset: Int
    let type: any PublishedProperty.Type
  }

  private final class Entry {
    weak var object: AnyObject?
    weak var publisher: ObservableObjectPublisher?

    init(_ object: AnyObject, _ publisher: ObservableObjectPublisher) {
      self.object = object
      self.publisher = publisher
    }
  }

  private static let lock = Lock()
  // Guarded by `lock`.
  /// The published properties of the classes looked at so far.
  nonisolated(unsafe) private static var properties: [ObjectIdentifier: [Property]] = [:]
  /// The ``Entry`` of each object without published properties, by its address.
  nonisolated(unsafe) private static var entries: [Int: AnyObject] = [:]
  /// The number of entries at which released ones are removed.
  nonisolated(unsafe) private static var limit = 32

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(type(of: object))
    let known = lock.withLock { properties[key] }
    let found = known ?? published(in: type(of: object))
    let fresh = ObservableObjectPublisher()
    // Keeps the objects alive until the lock is released, because a deinit may run user code.
    var alive: [AnyObject] = []
    defer { withExtendedLifetime(alive) {} }
    return lock.withLock {
      if known == nil { properties[key] = found }
      if found.isEmpty { return remembered(object, fresh, &alive) }
      let publisher = found.lazy.compactMap { $0.type.willChange(of: object, at: $0.offset) }.first ?? fresh
      for property in found { property.type.install(publisher, in: object, at: property.offset) }
      return publisher
    }
  }

  /// The option `classType` of `_forEachField`, which Swift 6 cannot name: the type is a class.
  private static var classOptions: _EachFieldOptions { _EachFieldOptions(rawValue: 1) }

  /// Reads the stored properties from the type, because a custom mirror may show something else.
  private static func published(in type: AnyClass) -> [Property] {
    var properties: [Property] = []
    _ = _forEachField(of: type, options: classOptions) { _, offset, type, _ in
      if let type = type as? any PublishedProperty.Type { properties.append(Property(offset: offset, type: type)) }
      return true
    }
    return properties
  }

  /// The publisher of an object without published properties. The lock must be held.
  private static func remembered(
    _ object: AnyObject, _ fresh: ObservableObjectPublisher, _ alive: inout [AnyObject]
  ) -> ObservableObjectPublisher {
    let key = Int(bitPattern: ObjectIdentifier(object))
    if let known = entries[key] {
      let entry = _unsafeUncheckedDowncast(known, to: Entry.self)
      if entry.object === object, let publisher = entry.publisher { return publisher }
    }
    if entries.count >= limit {
      for (key, entry) in entries {
        let entry = _unsafeUncheckedDowncast(entry, to: Entry.self)
        let object = entry.object
        if let object { alive.append(object) }
        if object == nil || entry.publisher == nil { entries[key] = nil }
      }
      limit = max(32, entries.count * 2)
    }
    entries[key] = Entry(object, fresh)
    return fresh
  }
}

/// A `@Published` property, accessed by ``WillChange`` at its offset in the object.
private protocol PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher?
  /// Installs `publisher`, unless the property has one already.
  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int)
}

extension Published: PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher? {
    let storage = projectionLock.withLock { place(in: object, offset).pointee.storage }
    if case .subject(let subject) = storage { return subject.willChange }
    return nil
  }

  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int) {
    projectionLock.withLock { place(in: object, offset).pointee.makeSubject() }.adopt(publisher)
  }

  private static func place(in object: AnyObject, _ offset: Int) -> UnsafeMutablePointer<Self> {
    (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Self.self)
  }
}
