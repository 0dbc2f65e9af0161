import AsyncAlgorithms
import Foundation
import Schedulers
import Testing

/// The operators of swift-async-algorithms on virtual time. Some start tasks of their own, which settle by meetings of the pool's threads.
@Suite(.timeLimit(.minutes(1))) struct AsyncAlgorithmsTests {
  /// The output, with its times in milliseconds. Sendable because the values are reached only under the lock.
  final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String] = []
    func add(_ value: some Any, _ timeline: Timeline) {
      lock.withLock { values.append("\(value) at \(timeline.now.nanoseconds / 1_000_000)") }
    }
    var all: [String] { lock.withLock { values } }
  }

  /// A sequence that yields `values` at their times in milliseconds, and then ends.
  func source<Value: Sendable>(_ values: [(Int, Value)], on timeline: Timeline) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    for (time, value) in values {
      timeline.schedule(in: .milliseconds(time)) { continuation.yield(value) }
    }
    timeline.schedule(in: .milliseconds(values.last?.0 ?? 0)) { continuation.finish() }
    return stream
  }

  /// Steps time by 10 ms, so that a result that comes late is seen at the wrong time.
  func expect<S: AsyncSequence & Sendable>(
    _ expected: [String], for milliseconds: Int = 1000, times: Int = 10,
    _ sequence: @Sendable (Timeline) -> S, sourceLocation: SourceLocation = #_sourceLocation
  ) async where S.Element: Sendable {
    for _ in 0..<times {
      let seen = Seen()
      await withVirtualTime { timeline in
        let values = sequence(timeline)
        let task = timeline.task { for try await value in values { seen.add(value, timeline) } }
        for _ in 0..<milliseconds / 10 { await timeline.advance(by: .milliseconds(10)) }
        task.cancel()
      }
      #expect(seen.all == expected, sourceLocation: sourceLocation)
      if seen.all != expected { return }
    }
  }

  @Test func debounce() async {
    await expect(["b at 250", "c at 600"]) { timeline in
      source([(100, "a"), (150, "b"), (500, "c"), (900, "d")], on: timeline)
        .debounce(for: .milliseconds(100), clock: timeline).prefix(2)
    }
  }

  @Test func throttle() async {
    await expect(["1 at 0", "3 at 100", "6 at 230"]) { timeline in
      source([(0, 1), (20, 2), (100, 3), (110, 4), (150, 5), (230, 6)], on: timeline)
        ._throttle(for: .milliseconds(100), clock: timeline, latest: true)
    }
  }

  @Test func merge() async {
    await expect(["1 at 100", "10 at 150", "2 at 200", "20 at 250"]) { timeline in
      AsyncAlgorithms.merge(
        source([(100, 1), (200, 2)], on: timeline), source([(150, 10), (250, 20)], on: timeline))
    }
  }

  @Test func combineLatest() async {
    await expect(["(1, \"a\") at 150", "(2, \"a\") at 200", "(2, \"b\") at 250"]) { timeline in
      AsyncAlgorithms.combineLatest(
        source([(100, 1), (200, 2)], on: timeline), source([(150, "a"), (250, "b")], on: timeline))
    }
  }

  @Test func zip() async {
    await expect(["(1, \"a\") at 250", "(2, \"b\") at 350"]) { timeline in
      AsyncAlgorithms.zip(
        source([(100, 1), (200, 2)], on: timeline), source([(250, "a"), (350, "b")], on: timeline))
    }
  }

  @Test func timersTickAndChunksEndAtTheirTimes() async {
    await expect(["0.1 seconds at 100", "0.2 seconds at 200"], for: 250) { timeline in
      AsyncTimerSequence(interval: .milliseconds(100), clock: timeline).map { $0.offset }
    }
    await expect(["[1, 2] at 100", "[3] at 200"]) { timeline in
      source([(10, 1), (20, 2), (150, 3), (900, 4)], on: timeline)
        .chunked(by: .repeating(every: .milliseconds(100), clock: timeline)).prefix(2)
    }
  }

  @Test func aChannelPassesValuesOnAtTheirTimes() async {
    let seen = Seen()
    await withVirtualTime { timeline in
      let channel = AsyncChannel<Int>()
      timeline.task { for await value in channel { seen.add(value, timeline) } }
      timeline.task {
        for value in 1...3 {
          try await timeline.sleep(for: .milliseconds(100))
          await channel.send(value)
        }
        channel.finish()
      }
      await timeline.advance(by: .seconds(1))
    }
    #expect(seen.all == ["1 at 100", "2 at 200", "3 at 300"])
  }
}
