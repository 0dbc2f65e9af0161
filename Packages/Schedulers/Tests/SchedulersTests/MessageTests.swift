import Schedulers
import Testing

/// The texts that people read, whole.
struct MessageTests {
  let timeline = Timeline("screen")

  /// The messages of the issues that `body` reports.
  func messages(_ body: () -> Void) -> [String] {
    let seen = Log<String>()
    withKnownIssue(isIntermittent: true) {
      body()
    } matching: { issue in
      for comment in issue.comments { seen.add("\(comment)") }
      return true
    }
    return seen.all
  }

  @Test func anEndlessTimerIsNamed() {
    let line: UInt = #line + 1
    let timer = timeline.schedule(at: .beginning, every: .seconds(1), name: "poll") {}
    let texts = messages { timeline.run(limit: 10) }
    #expect(timer.isPending)
    timer.cancel()
    expectEqual(
      texts,
      [
        """
        run() of screen stopped at 10.0 seconds: 10 actions have run in addition to those pending at the call. \
        Still pending, and perhaps never cancelled:
          a timer "poll" of 1.0 seconds scheduled at \(#filePath):\(line), \
        due at 11.0 seconds, run 11 times
        Cancel it before run(), use advance(by:) instead, or call the timeline's run(horizon:limit:) with larger bounds.
        """
      ])
  }

  @Test func theHorizonIsNamed() {
    let line: UInt = #line + 1
    timeline.schedule(in: .seconds(7200)) {}
    let texts = messages { timeline.run(horizon: .seconds(3600)) }
    expectEqual(
      texts,
      [
        """
        run() of screen stopped at 0.0 seconds: the next action is due more than 3600.0 seconds after the start. \
        Still pending, and perhaps never cancelled:
          an action scheduled at \(#filePath):\(line), due at 7200.0 seconds
        Cancel it before run(), use advance(by:) instead, or call the timeline's run(horizon:limit:) with larger bounds.
        """
      ])
  }

  @Test func pendingWorkIsListed() {
    let line: UInt = #line
    timeline.schedule(in: .seconds(2), name: "save") {}
    let timer = timeline.schedule(at: .beginning, every: .seconds(3)) {}
    let quiet = timeline.schedule(at: .beginning, every: .seconds(3), background: true) {}
    timeline.advance(by: .seconds(1))
    let texts = messages { timeline.checkNothingPending() }
    timer.cancel()
    quiet.cancel()
    expectEqual(
      texts,
      [
        """
        screen at 1.0 seconds: 2 still pending:
          an action "save" scheduled at \(#filePath):\(line + 1), due at 2.0 seconds
          a timer of 3.0 seconds scheduled at \(#filePath):\(line + 2), due at 3.0 seconds
        """
      ])
  }

  @Test func anIntervalOfZeroIsExplained() {
    let line: UInt = #line + 1
    let timer = timeline.schedule(at: .beginning, every: .zero, name: "spin") {}
    let texts = messages { timeline.advance() }
    timer.cancel()
    expectEqual(
      texts,
      [
        """
        screen: a timer "spin" of 0.0 seconds scheduled at \(#filePath):\(line), \
        due at 0.0 seconds repeats every 0.0 seconds. An interval must be above zero, or time could never advance. \
        It ran once and was stopped.
        """
      ])
  }
}
