#if canImport(XCTest)
  import Schedulers
  import XCTest

  /// Finds out whose the timelines are that were there before the tests of XCTest.
  struct TimelineOwners {
    private let types = ReflectedTypes()
    /// Objects that several test cases have.
    private var shared: Set<ObjectIdentifier> = []

    /// One that a single test case has is that one's; one that several have, as a static one, is their classes'. What is
    /// only found in an object that several test cases have is nobody's.
    mutating func find(in cases: [XCTestCase]) {
      let walk = PropertyWalk(cases, types: types)
      shared = walk.findings.shared
      var holders: [ObjectIdentifier: (timeline: Timeline, cases: [XCTestCase])] = [:]
      for (testCase, timelines) in zip(cases, walk.findings.timelines) {
        for timeline in timelines {
          var holder = holders[ObjectIdentifier(timeline)] ?? (timeline, [])
          if holder.cases.last !== testCase { holder.cases.append(testCase) }
          holders[ObjectIdentifier(timeline)] = holder
        }
      }
      for (timeline, cases) in holders.values {
        timeline.set(
          cases.count == 1
            ? .testCase(cases[0].number) : .classes(Set(cases.map { ObjectIdentifier(type(of: $0)).hashValue })))
      }
      if !walk.isComplete { TestRuns.noteUnseenProperties() }
    }

    /// Forgets what the running test would report on timelines that its case had before the tests, but has no more: its
    /// `setUp()` may have replaced them.
    func forgetReplaced(of testCase: XCTestCase) {
      let inherited = TestRuns.inheritedTimelines
      if inherited.isEmpty { return }
      let had = PropertyWalk([testCase], except: shared, types: types).findings.timelines[0]
      for timeline in inherited where !had.contains(where: { $0 === timeline }) { timeline.disown() }
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
