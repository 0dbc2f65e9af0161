#if canImport(XCTest)
  import Schedulers
  import XCTest

  /// Finds out whose the timelines are that were there before the tests of XCTest.
  enum TimelineOwners {
    /// One that a single test case has is that one's; one that several have, as a static one, is their classes'. What is
    /// only found in an object that several test cases have is nobody's.
    static func find(in cases: [XCTestCase]) {
      let types = ReflectedTypes()
      let walks = cases.map { PropertyWalk($0, types: types) }
      var met: Set<ObjectIdentifier> = []
      var shared: Set<ObjectIdentifier> = []
      for walk in walks {
        for object in walk.objects where !met.insert(object).inserted { shared.insert(object) }
      }
      var holders: [ObjectIdentifier: (timeline: Timeline, cases: [XCTestCase])] = [:]
      for (testCase, walk) in zip(cases, walks) {
        let own = walk.objects.isDisjoint(with: shared) ? walk : PropertyWalk(testCase, except: shared, types: types)
        for timeline in Set(own.timelines.map(Unique.init)) {
          holders[ObjectIdentifier(timeline.timeline), default: (timeline.timeline, [])].cases.append(testCase)
        }
      }
      for (timeline, cases) in holders.values {
        timeline.set(
          cases.count == 1
            ? .testCase(cases[0].number) : .classes(Set(cases.map { ObjectIdentifier(type(of: $0)).hashValue })))
      }
    }

    /// A timeline as what it is, not what it is equal to.
    private struct Unique: Hashable {
      let timeline: Timeline

      static func == (a: Self, b: Self) -> Bool { a.timeline === b.timeline }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(timeline)) }
    }
  }

  extension XCTestCase {
    /// Tells it from all others.
    var number: Int { ObjectIdentifier(self).hashValue }
  }

  extension XCTestSuite {
    /// The test cases in it, and in its suites.
    var allCases: [XCTestCase] {
      tests.flatMap { ($0 as? XCTestSuite)?.allCases ?? ($0 as? XCTestCase).map { [$0] } ?? [] }
    }

    /// Whether it is a class's own: its tests have one class.
    var testClass: XCTestCase.Type? { (tests.first as? XCTestCase).map { type(of: $0) } }
  }
#endif
