#if canImport(XCTest)
  import Schedulers
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
    private let types: ReflectedTypes
    /// What is still to be looked at: what is near comes first.
    private var waiting: [(value: Any, depth: Int)] = []
    private var left = Self.limit

    private static let (limit, depthLimit, elementLimit) = (5_000, 20, 500)

    /// - Parameter closed: Objects not to look into, since others have them too.
    init(_ testCase: XCTestCase, except closed: Set<ObjectIdentifier> = [], types: ReflectedTypes) {
      self.closed = closed
      self.types = types
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
      if types.isPlain(type(of: value)) || value is any CustomReflectable && !types[type(of: value)].isSwift { return }
      let mirror = Mirror(reflecting: value)
      let hasFields = mirror.displayStyle == .struct && !(value is any CustomReflectable)
      append(mirror, strong: hasFields ? types.strongFields(of: mirror) : nil, depth: depth + 1)
    }

    private mutating func look(at object: AnyObject, depth: Int) {
      if let timeline = object as? Timeline { return timelines.append(timeline) }
      guard types[type(of: object)].isSchedulers || !closed.contains(ObjectIdentifier(object)),
        objects.insert(ObjectIdentifier(object)).inserted,
        !(object is any CustomReflectable || object is any Actor || object is XCTestCase)
      else { return }
      lookInto(object, depth: depth)
    }

    private mutating func lookInto(_ object: AnyObject, depth: Int) {
      var level: Mirror? = Mirror(reflecting: object)
      while let mirror = level, mirror.subjectType != XCTestCase.self {
        guard !types[mirror.subjectType].isClosed else { return }
        append(mirror, strong: types.strongFields(of: mirror), depth: depth + 1)
        level = mirror.superclassMirror
      }
    }

    /// - Parameter strong: Which of the children to look at; nil for all.
    private mutating func append(_ mirror: Mirror, strong: [Bool]?, depth: Int) {
      guard depth < Self.depthLimit else { return }
      for (number, index) in mirror.children.indices.prefix(Self.elementLimit).enumerated() where left > 0 {
        if let strong, number >= strong.count || !strong[number] { continue }
        left -= 1
        waiting.append((mirror.children[index].value, depth))
      }
    }
  }
#endif
