#if canImport(XCTest)
  import Schedulers
  import XCTest

  /// Looks for the timelines that test cases have in their properties, directly or behind schedulers, values and objects.
  ///
  /// No code of the user's runs: what says by itself how it is reflected is left out, unless it is Swift's own. So is what may
  /// be gone, or change meanwhile, or belongs to others: `weak` and `unowned` references, variables of objects, errors,
  /// actors, other test cases, objects of Foundation, subjects and subscriptions.
  struct PropertyWalk {
    /// How many children may be looked at: of all test cases, and of each.
    struct Budget {
      var all = 100_000
      var each = 5_000
    }

    private(set) var findings: Findings
    /// How many children have been looked at, and whether these are all there are.
    private(set) var count = 0
    private(set) var isComplete = true

    private let budget: Budget
    private let closed: Set<ObjectIdentifier>
    private let types: ReflectedTypes
    private var counts: [Int]
    /// What is still to be looked at: what is near comes first, of all test cases.
    private var waiting: [Place] = []
    /// The first depth at which not all test cases have been looked at: one of those may have what another has.
    private var end = Self.depthLimit

    private static let (depthLimit, elementLimit) = (20, 500)

    private struct Place {
      let value: Any
      let depth: Int
      let testCase: Int
      /// The nearest test case or object that has it.
      let holder: Int
    }

    /// - Parameter closed: Objects not to look into, since others have them too.
    init(
      _ cases: [XCTestCase], except closed: Set<ObjectIdentifier> = [], types: ReflectedTypes, budget: Budget = Budget()
    ) {
      self.closed = closed
      self.types = types
      self.budget = budget
      counts = cases.map { _ in 0 }
      findings = Findings(caseCount: cases.count)
      for (index, testCase) in cases.enumerated() {
        let place = Place(value: testCase, depth: 0, testCase: index, holder: index)
        lookInto(testCase, at: place, holder: index, variables: true)
      }
      var next = 0
      while next < waiting.count, waiting[next].depth < end {
        look(at: waiting[next])
        next += 1
      }
      waiting = []
    }

    private mutating func look(at place: Place) {
      let value = place.value
      let type = type(of: value)
      // First of all: the cast of an error to an object may crash.
      if types.isPlain(type) || types[type].isLeftOut { return }
      if type is AnyClass { return look(at: value as AnyObject, at: place) }
      if value is any CustomReflectable && !types[type].isSwift { return }
      let mirror = Mirror(reflecting: value)
      let hasFields = mirror.displayStyle == .struct && !(value is any CustomReflectable)
      let fields = hasFields ? types.fields(of: mirror).map(\.isStrong) : nil
      append(mirror, fields: fields, at: place, holder: place.holder)
    }

    private mutating func look(at object: AnyObject, at place: Place) {
      if let timeline = object as? Timeline { return findings.add(timeline, to: place.holder) }
      let isSchedulers = types[type(of: object)].isSchedulers
      guard isSchedulers || !closed.contains(ObjectIdentifier(object)),
        !(object is any CustomReflectable || object is XCTestCase),
        let holder = findings.add(ObjectIdentifier(object), to: place.holder, isOpen: isSchedulers)
      else { return }
      lookInto(object, at: place, holder: holder, variables: false)
    }

    /// - Parameter variables: Whether these may be read, since nobody changes them now.
    private mutating func lookInto(_ object: AnyObject, at place: Place, holder: Int, variables: Bool) {
      var level: Mirror? = Mirror(reflecting: object)
      while let mirror = level, mirror.subjectType != XCTestCase.self {
        guard !types[mirror.subjectType].isClosed else { return }
        let fields = types.fields(of: mirror).map { $0.isStrong && (variables || !$0.isVariable) }
        append(mirror, fields: fields, at: place, holder: holder)
        level = mirror.superclassMirror
      }
    }

    /// - Parameter fields: Which of the children to look at; nil for all.
    private mutating func append(_ mirror: Mirror, fields: [Bool]?, at place: Place, holder: Int) {
      let depth = place.depth + 1
      for (number, index) in mirror.children.indices.enumerated() {
        if let fields, number >= fields.count || !fields[number] { continue }
        guard depth < Self.depthLimit, number < Self.elementLimit, counts[place.testCase] < budget.each else {
          isComplete = false
          return
        }
        guard count < budget.all else {
          isComplete = false
          end = min(end, depth)
          return
        }
        count += 1
        counts[place.testCase] += 1
        let value = mirror.children[index].value
        if fields == nil, types.isPlain(type(of: value)) {
          // Those beside it in a collection mostly are, too.
          if number == Self.elementLimit - 1 { return }
          continue
        }
        waiting.append(Place(value: value, depth: depth, testCase: place.testCase, holder: holder))
      }
    }
  }
#endif
