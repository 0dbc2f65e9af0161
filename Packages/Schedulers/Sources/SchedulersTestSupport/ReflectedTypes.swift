#if canImport(XCTest)
  import TestStart

  /// What has to be known of a type before a value of it is reflected, found out once for each type.
  final class ReflectedTypes {
    struct Facts {
      let isSwift: Bool
      let isSchedulers: Bool
      /// Whether its objects are its own affair: they may change on other threads.
      let isClosed: Bool
    }

    private var known: [ObjectIdentifier: Facts] = [:]
    private var strong: [ObjectIdentifier: [Bool]] = [:]

    private static let closed: Set<Substring> = [
      "Swift", "_Concurrency", "Synchronization", "Dispatch", "XCTest", "Testing", "Foundation", "FoundationEssentials",
      "FoundationNetworking", "Streams", "StreamsCore", "StreamsDispatch", "StreamsFoundation", "StreamsThread",
    ]

    private static let plain = Set(
      [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
        UInt64.self, Double.self, Float.self, Bool.self, String.self, Substring.self, Character.self,
      ].map { (type: Any.Type) in ObjectIdentifier(type) })

    /// Whether nothing is behind a value of this type: a number or a text.
    func isPlain(_ type: Any.Type) -> Bool { Self.plain.contains(ObjectIdentifier(type)) }

    subscript(type: Any.Type) -> Facts {
      if let facts = known[ObjectIdentifier(type)] { return facts }
      let name = String(reflecting: type)
      let module = name.prefix { $0 != "." }
      let facts = Facts(
        isSwift: module == "Swift", isSchedulers: module == "Schedulers",
        isClosed: Self.closed.contains(module) || name.hasPrefix("Schedulers.Guarded<"))
      known[ObjectIdentifier(type)] = facts
      return facts
    }

    /// Of each stored property of a struct, or of a class without its superclasses, whether it is neither `weak` nor
    /// `unowned`. Empty if that is not known.
    func strongFields(of mirror: Mirror) -> [Bool] {
      let type = ObjectIdentifier(mirror.subjectType)
      if let fields = strong[type] { return fields }
      let pointer = unsafeBitCast(mirror.subjectType, to: UnsafeRawPointer.self)
      let count = fields_count(pointer)
      // Those of superclasses come first.
      let first = count - mirror.children.count
      let fields = first < 0 ? [] : (first..<count).map { field_is_strong(pointer, $0) }
      strong[type] = fields
      return fields
    }
  }
#endif
