import Dispatch
import Foundation
@_spi(Timers) import Schedulers
import Streams
import Testing

struct PlaceTests {
  @Test func aTestSchedulerKnowsWhereItIsCalled() {
    let scheduler = DispatchQueue.test
    let line: UInt = #line
    scheduler.schedule {}
    scheduler.schedule(after: scheduler.now) {}
    scheduler.schedule(in: 0) {}
    let a = scheduler.schedule(after: scheduler.now, interval: 1) {}
    let b = scheduler.schedule(after: scheduler.now, interval: 1, tolerance: 1) {}
    expectEqual(scheduler.timeline.pending.map(\.place?.line), (1...5).map { line + $0 })
    a.cancel()
    b.cancel()
  }

  @Test func anAsyncTimerKnowsItsFile() {
    let scheduler = DispatchQueue.test
    let timer = scheduler.timer(interval: 1)
    expectEqual(scheduler.timeline.pending.map { "\($0.place?.filePath ?? "")" }, [#filePath])
    withExtendedLifetime(timer) {}
  }

  @Test func aPlaceIsCodedAsItsDescription() throws {
    let place = SourcePlace(filePath: "/App/a: b/Load.swift", line: 7)
    let coded = try JSONEncoder().encode(place)
    try expectEqual(JSONDecoder().decode(String.self, from: coded), "/App/a: b/Load.swift:7")
    let decoded = try JSONDecoder().decode(SourcePlace.self, from: coded)
    #expect(decoded == place && decoded.hashValue == place.hashValue)
    #expect(decoded.path == "/App/a: b/Load.swift" && decoded.line == 7)
    #expect(decoded != SourcePlace(filePath: "/App/a: b/Load.swift", line: 8))
    for other in [place, decoded] { #expect(other != SourcePlace(filePath: "/App/Load.swift", line: 7)) }
    for text in ["", "Load.swift", "Load.swift:"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SourcePlace.self, from: JSONEncoder().encode(text))
      }
    }
  }

  @Test func aLogThatWasSavedWithoutPathsIsDecoded() throws {
    let saved = #"{"kind":"ran","time":5,"due":5,"work":3,"name":"poll","place":"App/Poll.swift:7"}"#
    let event = try JSONDecoder().decode(Timeline.Event.self, from: Data(saved.utf8))
    #expect(event.place?.path == "App/Poll.swift" && event.place?.line == 7)
  }

  @Test func anEndlessRunIsReportedAtTheCall() async {
    let scheduler = DispatchQueue.test
    // Ten years, so that the hundred years of `run()` pass quickly.
    let timer = scheduler.schedule(after: scheduler.now, interval: .seconds(315_360_000)) {}
    let line = #line
    func synchronously() {
      withKnownIssue {
        scheduler.run()
      } matching: {
        $0.sourceLocation?.line == line + 3
      }
    }
    synchronously()
    await withKnownIssue {
      await scheduler.run()
    } matching: {
      $0.sourceLocation?.line == line + 10
    }
    timer.cancel()
  }

  @Test func aForgottenTimelineOfAnExplorationIsReportedAtTheCall() async {
    let (line, others) = (#line + 2, Log<Timeline>())
    await withKnownIssue {
      await exploreOrders { _ in
        let other = Timeline("other")
        other.schedule {}
        others.add(other)
        await Task.yield()
      }
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test func anAsyncTimerIsNamed() {
    let scheduler = DispatchQueue.test
    let line = #line + 1
    let ticks = scheduler.timer(interval: 1, name: "poll")
    withKnownIssue {
      scheduler.timeline.run(limit: 10)
    } matching: {
      $0.comments.contains {
        "\($0)".contains("a timer \"poll\" of 1.0 seconds scheduled at \(#filePath):\(line)")
      }
    }
    withExtendedLifetime(ticks) {}
  }

  @Test func aTransformedSchedulerKeepsNameAndPlaceAndTransforms() {
    let test = DispatchQueue.test
    let log = Log<String>()
    func logged(_ name: String) -> @Sendable (@escaping () -> Void) -> () -> Void {
      { action in
        {
          log.add(name)
          action()
        }
      }
    }
    let scheduler = test.transformingActions(logged("inner")).eraseToAnyScheduler().transformingActions(logged("outer"))
    let line: UInt = #line + 2
    let timer = scheduler.schedule(
      after: test.now, interval: 1, tolerance: 0, options: nil, name: "poll", at: SourcePlace()
    ) {
      log.add("ran")
    }
    expectEqual(test.timeline.pending.map(\.name), ["poll"])
    expectEqual(test.timeline.pending.map(\.place?.line), [line])
    test.advance()
    expectEqual(log.all, ["inner", "outer", "ran"])
    timer.cancel()
  }
}
