import Schedulers
import StreamsExtras
import Testing

/// A stream that has ended holds nothing of the user's, subscribes to nothing and calls nothing, even if its subscription
/// and its upstreams keep what they have. Also if a closure of the user cancels it.
struct EndingTests {
  @Test(arguments: Operators<Upstream>.all.map(\.name)) func anOperatorEnds(_ name: String) throws {
    let custom = try #require(Operators<Upstream>.all.first { $0.name == name })
    try check(custom) { $0 }
    let erased = try #require(Operators<AnyPublisher<Scenario.Token, Scenario.Token>>.all.first { $0.name == name })
    try check(erased) { AnyPublisher($0) }
  }

  private func check<U>(_ row: Operators<U>.Row, _ wrap: (Upstream) -> U) throws {
    for withSink in [false, true] {
      for ending in Scenario.Ending.allCases {
        for keepsSubscribers in row.isStateless ? [false] : [false, true] {
          func run(cancellingCall: Int? = nil) -> Int {
            let scenario = Scenario(cancellingCall: cancellingCall)
            let upstreams = (0..<2).map { _ in Upstream(scenario, keepsSubscribers: keepsSubscribers) }
            let scheduler = DispatchQueue.test
            row.start(Inputs(scenario, wrap(upstreams[0]), wrap(upstreams[1]), scheduler), withSink)
            for number in 1...3 {
              for upstream in upstreams { upstream.send(number) }
              scheduler.advance(by: .seconds(1))
            }
            // Each attempt of a retry.
            for _ in 1...3 {
              if ending == .cancellation { scenario.cancel() }
              for upstream in upstreams { upstream.end(fails: ending == .failure) }
              scheduler.advance(by: .seconds(1))
              for upstream in upstreams { upstream.send(4) }
            }
            let place =
              "\(U.self), \(ending), \(withSink), \(keepsSubscribers), cancelled in call \(cancellingCall ?? 0)"
            expectEqual(scenario.late, [], place)
            if cancellingCall == nil || scenario.isCancelled { expectEqual(scenario.alive, 0, place) }
            if scenario.isCancelled { expectEqual(upstreams.map(\.running), [0, 0], place) }
            withExtendedLifetime(scenario) {}
            return scenario.calls
          }
          for call in 1...max(1, run()) { _ = run(cancellingCall: call) }
        }
      }
    }
  }
}

/// What an operator is made of.
struct Inputs<U: Publisher<Scenario.Token, Scenario.Token>> {
  let scenario: Scenario
  let main: U
  let other: U
  let scheduler: TestSchedulerOf<DispatchQueue>

  init(_ scenario: Scenario, _ main: U, _ other: U, _ scheduler: TestSchedulerOf<DispatchQueue>) {
    (self.scenario, self.main, self.other, self.scheduler) = (scenario, main, other, scheduler)
  }

  var token: Scenario.Token { Scenario.Token(scenario) }
  var just: some Publisher<Scenario.Token, Scenario.Token> { Just(token).setFailureType(to: Scenario.Token.self) }
}
