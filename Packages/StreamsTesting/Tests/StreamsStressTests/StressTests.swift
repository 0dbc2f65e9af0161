import IssueReporting
import StreamsTesting
import Testing

/// The stress suite itself.
@Suite(.leakCheck()) struct StressTests {
  private final class Texts: IssueReporter {
    let all = Guarded<[String]>([])
    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      let text = message() ?? ""
      all.with { $0.append(text) }
    }
  }

  @Test func aFailedRoundReportsItsSeed() async {
    let texts = Texts()
    await withIssueReporters([texts]) {
      await Stress.run("counting") { round in round.expect(round.seed != Stress.seed &+ 2, "2 is too much") }
    }
    #expect(texts.all.value.count == 1)
    let end = "counting: 2 is too much. To see it again: STRESS_SEED=\(Stress.seed &+ 2)"
    #expect(texts.all.value.first?.hasSuffix(end) == true)
  }

  @Test func theSameSeedGivesTheSameRandomNumbers() {
    var one = Round(name: "", seed: 7).random(3)
    var other = Round(name: "", seed: 7).random(3)
    #expect((0..<100).map { _ in one.roll(6) } == (0..<100).map { _ in other.roll(6) })
  }
}
