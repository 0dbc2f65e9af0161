import Schedulers
import Testing

@Suite(.timeLimit(.minutes(10))) struct ImmediateClockTests {
  @Test func immediateIsAClockParameter() async throws {
    func napLength(_ clock: some Clock<Duration>) async throws -> Duration {
      try await clock.measure { try await clock.sleep(for: .seconds(60)) }
    }
    let length = try await napLength(.immediate)
    expectEqual(length, .seconds(60))
  }

  @Test func sleepsEndAtOnceAndMoveTheClock() async throws {
    let clock = ImmediateClock()
    expectEqual(clock.now, .init(offset: .zero))
    try await clock.sleep(for: .seconds(3600))
    expectEqual(clock.now.offset, .seconds(3600))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    expectEqual(clock.now.offset, .seconds(3600))
    try await expectEqual(clock.measure { try await clock.sleep(for: .seconds(5)) }, .seconds(5))
    expectEqual(clock.minimumResolution, .zero)
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    let clock = ImmediateClock()
    let task = Task {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aCustomDurationMovesTheClock() async throws {
    let clock = ImmediateClock<Frames>(now: .init(offset: Frames(count: 100)))
    try await clock.sleep(for: Frames(count: 20))
    expectEqual(clock.now.offset, Frames(count: 120))
  }

  @Test func instantsAdvanceAndAreCompared() {
    let start = ImmediateClock<Duration>.Instant(offset: .seconds(1))
    expectEqual(start.advanced(by: .seconds(2)).offset, .seconds(3))
    expectEqual(start.duration(to: .init(offset: .seconds(5))), .seconds(4))
    #expect(start < .init(offset: .seconds(2)))
    expectEqual(Set([start, .init(offset: .seconds(1))]).count, 1)
  }
}

/// A length of time that is not `Duration`.
struct Frames: DurationProtocol, Hashable {
  var count: Int

  static var zero: Frames { Frames(count: 0) }
  static func + (a: Frames, b: Frames) -> Frames { Frames(count: a.count + b.count) }
  static func - (a: Frames, b: Frames) -> Frames { Frames(count: a.count - b.count) }
  static func < (a: Frames, b: Frames) -> Bool { a.count < b.count }
  static func / (a: Frames, b: Int) -> Frames { Frames(count: a.count / b) }
  static func * (a: Frames, b: Int) -> Frames { Frames(count: a.count * b) }
  static func / (a: Frames, b: Frames) -> Double { Double(a.count) / Double(b.count) }
}
