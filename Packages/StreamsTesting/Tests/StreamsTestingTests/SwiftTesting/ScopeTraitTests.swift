import StreamsTesting
import Testing

@Suite(.leakCheck(), .waitTimeout(.seconds(0.25)), .marbleFrame(.milliseconds(10))) struct ScopeTraitTests {
  @Test func theTraitsOfASuiteReachItsTests() {
    expectEqual(WaitTimeout.duration, .seconds(0.25))
    expectEqual(MarbleFrame.duration, .milliseconds(10))
    let scheduler = VirtualTimeScheduler()
    scheduler.expect(scheduler.cold("-a|"), toEqual: "10ms a 0ms |")
  }

  @Test(.waitTimeout(.seconds(0.01)), .marbleFrame(.seconds(1))) func theInnermostTraitWins() async {
    expectEqual(MarbleFrame.duration, .seconds(1))
    await withKnownIssue {
      _ = try? await PassthroughSubject<Int, Never>().waitForCompletion()
    } matching: {
      $0.description.contains("publisher: never completed; expected the end within \(tenMilliseconds)")
    }
  }

  struct Inner {
    @Test func traitsReachNestedSuites() { expectEqual(WaitTimeout.duration, .seconds(0.25)) }
  }
}
