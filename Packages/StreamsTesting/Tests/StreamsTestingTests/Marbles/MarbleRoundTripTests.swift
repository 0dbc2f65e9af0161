@_spi(TestKit) import Schedulers
import StreamsTesting
import Testing

private struct Broken: Error, Equatable { let code: Int }

@Suite(.leakCheck()) struct MarbleRoundTripTests {
  /// A recording as it may come out of any test: bursts, gaps of any length, any end.
  private func recording(_ generator: inout SeededGenerator) -> Recording<Int, Broken> {
    var events: [Recorded<Int, Broken>] = []
    var time: Duration = .zero
    let gaps: [Duration] = [
      .zero, .zero, .nanoseconds(1), .microseconds(250), .milliseconds(1), .milliseconds(3), .milliseconds(70),
      .seconds(2), .nanoseconds(1_234_567_891), .seconds(90),
    ]
    func pass() { time += gaps.randomElement(using: &generator) ?? .zero }
    if Bool.random(using: &generator) { events.append(.subscription(at: time)) }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      pass()
      events.append(.value(Int.random(in: 0...30, using: &generator), at: time))
    }
    pass()
    switch Int.random(in: 0...3, using: &generator) {
    case 0: events.append(.finished(at: time))
    case 1: events.append(.failure(Broken(code: 7), at: time))
    case 2: events.append(.cancellation(at: time))
    default: break
    }
    return Recording(events)
  }

  @Test(arguments: [Duration.milliseconds(1), .milliseconds(10), .microseconds(1), .seconds(1), .nanoseconds(7)])
  func writtenMarblesAreReadBackEqual(frame: Duration) throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<400 {
      let original = recording(&generator)
      let written = original.written(frame: frame)
      let read = try Recording<Int, Broken>(
        marbles: written.text, values: written.values, error: Broken(code: 7), frame: frame)
      expectEqual(read, original, "\(written)")
    }
  }

  @Test func valuesThatLookLikeTimesAreKeptApart() throws {
    let original = try Recording<String, Never>(marbles: "1 m-(2 s)5 m s|")
    let written = original.written()
    expectEqual(written.text, "1 m-(2 s)5 ms|")
    try expectEqual(Recording<String, Never>(marbles: written.text), original)
  }

  @Test func writtenMarblesUseTheGivenNames() throws {
    let recording = Recording<Int, Never>([
      .value(10, at: .milliseconds(1)), .value(99, at: .milliseconds(2)), .value(10, at: .milliseconds(3)),
    ])
    expectEqual(recording.marbles(values: ["x": 10]), "-xax\nx = 10, a = 99")
  }
}
