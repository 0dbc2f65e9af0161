import Measuring
import Testing

struct RowTests {
  private func row(_ name: String, goal: Goal = Goal(), loop: Loop? = nil, _ body: @escaping () -> Void) -> Row {
    Row(name, operations: 10, goal: goal, loop: loop, body)
  }

  private let effort = Effort(repetitions: 3, milliseconds: 0.1)

  private func addMany(to sum: Sum) { for number in 0..<10_000 { add(number, to: sum) } }

  /// Not inlined, or an optimizer makes one addition of the loop.
  @inline(never) private func add(_ number: Int, to sum: Sum) { sum.add(number) }

  @Test func aRunTimesBothSidesAndTheLoop() throws {
    let sum = Sum()
    let result = run(
      ours: row("a", loop: .sink) { sum.add(1) }, peer: row("a") { addMany(to: sum) },
      effort: effort)
    #expect(result.ours?.nanoseconds.count == 3)
    #expect(result.loop?.nanoseconds.count == 3)
    #expect(try #require(result.timesFaster) > 10)
    #expect(sum.value > 0)
  }

  @Test func aBodyIsNotTimedBeyondTheLimit() {
    let sum = Sum()
    let short = Effort(repetitions: 3, milliseconds: 0.001, limit: 0.000_001)
    let result = run(ours: row("a") { addMany(to: sum) }, peer: nil, effort: short)
    #expect(result.ours?.nanoseconds.count == 1)
  }

  @Test func aRunTimesTheOtherRowOfTheGoal() throws {
    let sum = Sum()
    let slow = row("b") { addMany(to: sum) }
    let goal = Goal.like("b", times: 1)
    let faster = run(ours: row("a", goal: goal) { sum.add(1) }, peer: nil, kin: slow, effort: effort)
    #expect(faster.isMet == true)
    let slower = run(
      ours: row("c", goal: .like("a", times: 1)) { addMany(to: sum) }, peer: nil,
      kin: row("a") { sum.add(1) }, effort: effort)
    #expect(slower.isMet == false)
    #expect(run(ours: nil, peer: slow, kin: slow, effort: effort).kin == nil)
  }

  @Test func aSideThatDoesNotExistHasNoFigures() {
    let result = run(ours: nil, peer: row("a", goal: .faster(2)) {}, effort: effort)
    #expect(result.ours == nil)
    #expect(result.timesFaster == nil)
    #expect(result.isMet == nil)
  }

  @Test func aGoalIsMetOnlyIfEachOfItsPartsIs() {
    func result(_ goal: Goal) -> Bool? {
      RowResult(
        name: "a", unit: .element, goal: goal, ours: Timing(nanoseconds: [10], allocations: 1),
        peer: Timing(nanoseconds: [100]), loop: Timing(nanoseconds: [6])
      ).isMet
    }
    #expect(result(Goal()) == nil)
    #expect(result(.faster(10)) == true)
    #expect(result(.faster(11)) == false)
    #expect(result(.faster(10, allocations: 1, overLoop: 4)) == true)
    #expect(result(.faster(10, allocations: 0)) == false)
    #expect(result(.faster(10, overLoop: 3)) == false)
  }
}
