import Measuring
import Testing

struct RegressionTests {
  private func result(ours: Double, peer: Double, allocations: Double = 0, goal: Goal, kin: Double? = nil) -> RowResult
  {
    RowResult(
      name: "a", unit: .element, goal: goal, ours: Timing(nanoseconds: [ours], allocations: allocations),
      peer: Timing(nanoseconds: [peer]), kin: kin.map { Timing(nanoseconds: [$0]) })
  }

  @Test func lessThanHalfOfAGoalIsARegression() {
    #expect(result(ours: 10, peer: 151, goal: .faster(30)).regressions().isEmpty)
    #expect(
      result(ours: 10, peer: 149, goal: .faster(30)).regressions()
        == ["a: 14.9 times faster than the peer, not half of its goal, 30.0"])
  }

  @Test func lockedInstructionsAreNotJudged() {
    let goal = Goal.faster(30, locked: 2)
    #expect(result(ours: 20, peer: 100, goal: goal).regressions(lockedInstruction: 5).isEmpty)
    #expect(result(ours: 20.1, peer: 100, goal: goal).regressions(lockedInstruction: 5).count == 1)
  }

  @Test func allocationsHaveNoSlack() {
    #expect(result(ours: 1, peer: 100, allocations: 4.0001, goal: .faster(1, allocations: 4)).regressions().isEmpty)
    #expect(result(ours: 1, peer: 100, allocations: 5, goal: .faster(1, allocations: 4)).regressions().count == 1)
  }

  @Test func differentSumsAreARegression() {
    func row(ours: Int, peer: Int?) -> RowResult {
      RowResult(
        name: "a", unit: .element, goal: Goal(), ours: Timing(nanoseconds: [1], added: ours),
        peer: peer.map { Timing(nanoseconds: [1], added: $0) })
    }
    #expect(row(ours: 3, peer: 3).regressions().isEmpty)
    #expect(row(ours: 3, peer: nil).regressions().isEmpty)
    #expect(row(ours: 3, peer: 0).isMet == false)
    #expect(row(ours: 3, peer: 0).regressions() == ["a: the sums differ: ours is 3, the peer's 0"])
  }

  @Test func moreThanTwiceAGoalBesideAnotherRowIsARegression() {
    #expect(result(ours: 29, peer: 1, goal: .like("b", times: 1.5), kin: 10).regressions().isEmpty)
    #expect(
      result(ours: 31, peer: 1, goal: .like("b", times: 1.5), kin: 10).regressions()
        == ["a: takes 3.1 times as long as b, not 1.5"])
  }

  @Test func moreThanTwiceAGoalInTimeOrBytesIsARegression() {
    func row(_ size: Double, _ goal: Goal) -> [String] {
      RowResult(
        name: "a", unit: .element, goal: goal, ours: Timing(nanoseconds: [size], heldBytes: size),
        loop: Timing(nanoseconds: [10], heldBytes: 10)
      ).regressions()
    }
    let goals = [Goal(timesLoop: 1.5), Goal(bytesOfLoop: 1.5), Goal(bytes: 15), Goal(nanoseconds: 15)]
    #expect(goals.flatMap { row(29, $0) }.isEmpty)
    #expect(
      goals.flatMap { row(31, $0) } == [
        "a: takes 3.1 times as long as the bare loop, not 1.5",
        "a: takes 3.1 times as many bytes as the bare loop, not 1.5",
        "a: takes 31.0 bytes, not 15.0", "a: takes 31.0 ns, not 15.0",
      ])
  }
}
