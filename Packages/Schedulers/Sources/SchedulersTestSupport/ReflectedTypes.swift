#if canImport(XCTest)
  import Distributed
  import TestStart

  /// What has to be known of a type before a value of it is reflected, found out once for each type.
  final class ReflectedTypes {
    struct Facts {
      let isSwift: Bool
      let isSchedulers: Bool
      /// Whether its objects are its own affair: they may change on other threads.
      let isClosed: Bool
      /// Whether nothing of it may be read: of an error, which may be an object and no object, or of an actor, which may be
      /// elsewhere.
      let isLeftOut: Bool
    }

    /// How a stored property has been declared.
    struct Field {
      /// Neither `weak` nor `unowned`.
      let isStrong: Bool
      let isVariable: Bool
    }

    private var known: [ObjectIdentifier: Facts] = [:]
    private var fields: [ObjectIdentifier: [Field]] = [:]

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
        isClosed: Self.closed.contains(module),
        isLeftOut: type is any Error.Type || type is any Actor.Type || type is any DistributedActor.Type)
      known[ObjectIdentifier(type)] = facts
      return facts
    }

    /// The stored properties of a struct, or of a class without its superclasses. Empty if they are not known.
    func fields(of mirror: Mirror) -> [Field] {
      let type = ObjectIdentifier(mirror.subjectType)
      if let fields = fields[type] { return fields }
      let pointer = unsafeBitCast(mirror.subjectType, to: UnsafeRawPointer.self)
      let count = fields_count(pointer)
      // Those of superclasses come first.
      let first = count - mirror.children.count
      let numbers = first < 0 ? 0..<0 : first..<count
      let new = numbers.map { index in
        let kind = field_kind(pointer, index)
        return Field(isStrong: kind.is_strong, isVariable: kind.is_variable)
      }
      fields[type] = new
      return new
    }
  }
#endif
