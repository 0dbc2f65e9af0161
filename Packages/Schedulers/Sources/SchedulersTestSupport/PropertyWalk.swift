#if canImport(XCTest)
  import Schedulers
  import Streams
  import TestStart
  import XCTest

  /// Looks for the timelines that a test case has in its properties, directly or behind schedulers, values and objects.
  ///
  /// No code of the user's runs: what says by itself how it is reflected is left out, unless it is Swift's own. So is what may
  /// be gone or belongs to others: `weak` and `unowned` references, actors, other test cases, objects of Foundation, subjects
  /// and subscriptions.
  struct PropertyWalk {
    /// The objects that have been met.
    private(set) var objects: Set<ObjectIdentifier> = []
    private(set) var timelines: [Timeline] = []

    private let closed: Set<ObjectIdentifier>
    /// What is still to be looked at: what is near comes first.
    private var waiting: [(value: Any, depth: Int)] = []
    private var left = Self.limit

    private static let (limit, depthLimit, elementLimit) = (5_000, 20, 500)

    /// - Parameter closed: Objects not to look into, since others have them too.
    init(_ testCase: XCTestCase, except closed: Set<ObjectIdentifier> = []) {
      self.closed = closed
      lookInto(testCase, depth: 0)
      var next = 0
      while next < waiting.count {
        let (value, depth) = waiting[next]
        next += 1
        look(at: value, depth: depth)
      }
      waiting = []
    }

    private mutating func look(at value: Any, depth: Int) {
      if type(of: value) is AnyClass { return look(at: value as AnyObject, depth: depth) }
      if value is String || value is any CustomReflectable && !Module.of(type(of: value)).isSwift { return }
      let mirror = Mirror(reflecting: value)
      let hasFields = mirror.displayStyle == .struct && !(value is any CustomReflectable)
      append(mirror, isOfFields: hasFields, depth: depth + 1)
    }

    private mutating func look(at object: AnyObject, depth: Int) {
      if let timeline = object as? Timeline { return timelines.append(timeline) }
      let module = Module.of(type(of: object))
      guard module.isSchedulers || !closed.contains(ObjectIdentifier(object)),
        objects.insert(ObjectIdentifier(object)).inserted,
        !(object is any CustomReflectable || object is any Actor || object is XCTestCase)
      else { return }
      lookInto(object, depth: depth)
    }

    private mutating func lookInto(_ object: AnyObject, depth: Int) {
      var level: Mirror? = Mirror(reflecting: object)
      while let mirror = level, mirror.subjectType != XCTestCase.self, !Module.of(mirror.subjectType).isClosed {
        append(mirror, isOfFields: true, depth: depth + 1)
        level = mirror.superclassMirror
      }
    }

    private mutating func append(_ mirror: Mirror, isOfFields: Bool, depth: Int) {
      guard depth < Self.depthLimit else { return }
      let type = unsafeBitCast(mirror.subjectType, to: UnsafeRawPointer.self)
      // Those of superclasses come first.
      let first = isOfFields ? fields_count(type) - mirror.children.count : 0
      guard first >= 0 else { return }
      var index = mirror.children.startIndex
      for number in 0..<min(mirror.children.count, Self.elementLimit) where left > 0 {
        defer { index = mirror.children.index(after: index) }
        guard !isOfFields || field_is_strong(type, first + number) else { continue }
        left -= 1
        waiting.append((mirror.children[index].value, depth))
      }
    }
  }

  /// Which module a type is of.
  private struct Module {
    private let name: Substring
    private let type: String

    private static let closed: Set<Substring> = [
      "Swift", "_Concurrency", "Synchronization", "Dispatch", "XCTest", "Testing", "Foundation", "FoundationEssentials",
      "FoundationNetworking", "Streams", "StreamsCore", "StreamsDispatch", "StreamsFoundation", "StreamsThread",
    ]

    static func of(_ type: Any.Type) -> Module {
      let type = String(reflecting: type)
      return Module(name: type.prefix { $0 != "." }, type: type)
    }

    var isSwift: Bool { name == "Swift" }
    var isSchedulers: Bool { name == "Schedulers" }

    /// Whether its objects are its own affair: they may change on other threads.
    var isClosed: Bool { Self.closed.contains(name) || type.hasPrefix("Schedulers.Guarded<") }
  }
#endif
