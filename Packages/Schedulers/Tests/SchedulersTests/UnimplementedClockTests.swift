import Schedulers
import Testing

@Suite(.timeLimit(.minutes(10))) struct UnimplementedClockTests {
  @Test func aSleepIsOneUseAndOneReportAtTheLineThatMadeTheClock() async throws {
    let line = #line + 1
    let clock: any Clock<Duration> = UnimplementedClock(name: "cart")
    let texts = Log<String>()
    try await withKnownIssue {
      try await clock.sleep(for: .seconds(60))
    } matching: { issue in
      for comment in issue.comments { texts.add("\(comment)") }
      return issue.sourceLocation?.line == line
    }
    expectEqual(
      texts.all,
      [
        """
        cart - An unimplemented clock was asked the current time, perhaps for a delay. \
        It was created at \(#filePath):\(line).
        """
      ])
  }

  @Test func everyUseIsReported() async throws {
    let clock = UnimplementedClock()
    let texts = Log<String>()
    try await withKnownIssue {
      _ = clock.now
      _ = clock.now
      try await clock.sleep(until: .init(offset: .seconds(1)))
      try await clock.sleep(until: .init(offset: .seconds(2)))
      _ = clock.minimumResolution
    } matching: { issue in
      for comment in issue.comments { texts.add("\(comment)") }
      return true
    }
    let calls = texts.all.map { $0.prefix { $0 != "." } }
    expectEqual(
      calls,
      [
        "An unimplemented clock was asked the current time, perhaps for a delay",
        "An unimplemented clock was asked the current time, perhaps for a delay",
        "An unimplemented clock was asked to sleep", "An unimplemented clock was asked its minimum resolution",
      ])
  }

  @Test func reportsNothingUnlessUsed() {
    let clocks: [any Clock<Duration>] = [UnimplementedClock(), UnimplementedClock(name: "never")]
    expectEqual(clocks.count, 2)
  }

  @Test func afterTheReportItIsAnImmediateClock() async {
    let clock = UnimplementedClock(now: .init(offset: Frames(count: 1)))
    await withKnownIssue {
      try await clock.sleep(for: Frames(count: 8))
      expectEqual(clock.now.offset, Frames(count: 9))
    }
  }
}
