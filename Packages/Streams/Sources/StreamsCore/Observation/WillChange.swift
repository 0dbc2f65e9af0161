@_spi(Reflection) import Swift

/// Finds and installs the one publisher that tells of an object's changes.
///
/// An object's `@Published` properties hold it. An object that has none cannot; for it the table remembers what those
/// who have subscribed keep alive.
enum WillChange {
  /// A property of a class that is declared `@Published`.
  private struct Property {
    let offset: Int
    let type: any PublishedProperty.Type
  }

  private struct Entry {
    weak var object: AnyObject?
    weak var publisher: ObservableObjectPublisher?
  }

  private struct State {
    /// The published properties of the classes met so far.
    var properties: [ObjectIdentifier: [Property]] = [:]
    /// The objects without published properties.
    var entries: [ObjectIdentifier: Entry] = [:]
    /// At how many entries to look for those that are over.
    var limit = 32
  }

  private static let state = SharedState()

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(type(of: object))
    let found = state.locked.withLock { $0.properties[key] }
    let properties = found ?? published(in: type(of: object))
    let fresh = ObservableObjectPublisher()
    // Others' objects, if it comes to letting go of them, must not go under the lock.
    var alive: [AnyObject] = []
    defer { withExtendedLifetime(alive) {} }
    return state.locked.withLock { state in
      if found == nil { state.properties[key] = properties }
      if properties.isEmpty { return remembered(object, fresh, &state, &alive) }
      let publisher = properties.lazy.compactMap { $0.type.willChange(of: object, at: $0.offset) }.first ?? fresh
      for property in properties { property.type.install(publisher, in: object, at: property.offset) }
      return publisher
    }
  }

  /// What `_forEachField` calls `classType`, which Swift 6 does not let us name: the type is a class.
  private static var classOptions: _EachFieldOptions { _EachFieldOptions(rawValue: 1) }

  /// The stored properties are read from the type, not by a mirror: a class may have a mirror of its own that shows
  /// something else.
  private static func published(in type: AnyClass) -> [Property] {
    var properties: [Property] = []
    _ = _forEachField(of: type, options: classOptions) { _, offset, type, _ in
      if let type = type as? any PublishedProperty.Type { properties.append(Property(offset: offset, type: type)) }
      return true
    }
    return properties
  }

  private static func remembered(
    _ object: AnyObject, _ fresh: ObservableObjectPublisher, _ state: inout State, _ alive: inout [AnyObject]
  ) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(object)
    if let entry = state.entries[key], entry.object === object, let publisher = entry.publisher { return publisher }
    if state.entries.count >= state.limit {
      state.entries = state.entries.filter { entry in
        guard let object = entry.value.object, entry.value.publisher != nil else { return false }
        alive.append(object)
        return true
      }
      state.limit = max(32, state.entries.count * 2)
    }
    state.entries[key] = Entry(object: object, publisher: fresh)
    return fresh
  }

  /// Sendable because the state is reached only under its lock.
  private final class SharedState: @unchecked Sendable {
    let locked = Locked(State())
  }
}

/// What ``WillChange`` asks of a `@Published` property, given where in its object it is stored.
protocol PublishedProperty {
  static func willChange(of object: AnyObject, at offset: Int) -> ObservableObjectPublisher?
  /// Does nothing if the property has a publisher already.
  static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject, at offset: Int)
}
