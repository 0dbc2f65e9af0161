#if os(Linux)
  @testable import SchedulersTestSupport
  import Testing
  import XCTest

  @Suite struct PropertyWalkTests {
    /// It has no tests, so XCTest leaves it alone.
    private final class Fixture: XCTestCase {
      var near: [Timeline] = []
      var far: [[Timeline]] = []
      var table: Table?
      var numbers: [Int] = []
    }

    private final class Table {
      let rows = (0..<100).map { _ in [0.5] }
    }

    private func fixtures(_ count: Int, _ change: (Fixture) -> Void) -> [Fixture] {
      (0..<count).map { _ in
        let fixture = Fixture(name: "test") { _ in }
        change(fixture)
        return fixture
      }
    }

    private func walk(_ cases: [Fixture], all: Int = 100_000, each: Int = 5_000) -> PropertyWalk {
      PropertyWalk(cases, types: ReflectedTypes(), budget: PropertyWalk.Budget(all: all, each: each))
    }

    @Test func looksIntoASharedObjectOnce() {
      let table = Table()
      let (one, ten) = (walk(fixtures(1) { $0.table = table }), walk(fixtures(10) { $0.table = table }))
      #expect(one.count > 200)
      #expect(ten.count < one.count + 100)
      #expect(one.isComplete && ten.isComplete)
      #expect(one.findings.shared.isEmpty && ten.findings.shared.count == 1)
    }

    @Test func looksAtWhatIsNearInAllTestCasesFirst() {
      let cases = fixtures(10) {
        $0.near = [Timeline("near")]
        $0.far = Array(repeating: [Timeline("far")], count: 10)
      }
      let walk = walk(cases, all: 200)
      #expect(!walk.isComplete)
      #expect(walk.count == 200)
      // Otherwise what several have deep down would seem to be the first one's.
      #expect(walk.findings.timelines.allSatisfy { $0.map(\.name) == ["near"] })
      #expect(self.walk(cases).findings.timelines.allSatisfy { $0.map(\.name).contains("far") })
    }

    @Test func leavesTheBudgetOfOthersAlone() {
      let big = fixtures(1) { $0.far = Array(repeating: [Timeline("far")], count: 100) }
      let small = fixtures(1) { $0.far = [[Timeline("small")]] }
      let walk = walk(big + small, each: 50)
      #expect(!walk.isComplete)
      #expect(walk.findings.timelines[1].map(\.name) == ["small"])
    }

    @Test func passesManyNumbersBy() {
      let walk = walk(fixtures(1) { $0.numbers = Array(0..<10_000) })
      #expect(walk.isComplete)
      #expect(walk.count < 600)
    }
  }
#endif
