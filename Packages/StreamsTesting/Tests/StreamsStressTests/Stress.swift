import Foundation
@_spi(TestKit) import Schedulers
import StreamsTesting
import Testing

/// How hard the stress suite tries: shortly in CI, long by `make stress`.
enum Stress {
  private static func environment(_ name: String) -> Double? {
    ProcessInfo.processInfo.environment[name].flatMap { Double($0) }
  }

  /// The duration of each scenario with threads, in seconds; `STRESS_SECONDS` sets it.
  static let seconds = environment("STRESS_SECONDS") ?? 0.1
  static let isLong = seconds >= 1
  /// Where randomness begins; `STRESS_SEED` sets it, to see a failure again.
  static let seed = environment("STRESS_SEED").map { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)
  static let threads = 16

  /// Runs `round` with ever new seeds until the time is up, on a plain thread, under a watchdog.
  static func run(_ name: String, _ round: @escaping (Round) -> Void) async {
    let rounds = { (outcome: Guarded<Round.Failure?>) in
      let deadline = Date(timeIntervalSinceNow: seconds)
      var seed = seed
      repeat {
        let this = Round(name: name, seed: seed)
        round(this)
        if let failure = this.failure { return outcome.with { $0 = failure } }
        seed &+= 1
      } while Date() < deadline
    }
    await Races.race(
      times: 1, timeout: .seconds(seconds + 120), on: { Guarded<Round.Failure?>(nil) }, rounds,
      check: { if let failure = $0.value { throw failure } })
  }
}

/// One round of a scenario: its randomness, and what went wrong.
final class Round: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible { let description: String }

  let name: String
  let seed: UInt64
  private let problem = Guarded<Failure?>(nil)
  var failure: Failure? { problem.value }

  init(name: String, seed: UInt64) {
    self.name = name
    self.seed = seed
  }

  /// A generator for each thread, the same for the same seed.
  func random(_ thread: Int) -> SeededGenerator { SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(thread)) }

  func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
    guard !holds else { return }
    let failure = Failure(description: "\(name): \(text()). To see it again: STRESS_SEED=\(seed)")
    problem.with { if $0 == nil { $0 = failure } }
  }

  /// Expects all counted objects to be deinitialised, at once or as soon as queues have released them.
  func expectGone(_ census: Census) {
    let deadline = Date(timeIntervalSinceNow: 20)
    while census.alive > 0, Date() < deadline { Thread.sleep(forTimeInterval: 0.000_5) }
    expect(census.alive == 0, "\(census.alive) objects are still in memory")
  }
}

extension SeededGenerator {
  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

/// A value behind a lock. Sendable because it is reached only under the lock.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: Value
  init(_ value: Value) { state = value }
  func with<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&state) } }
  var value: Value { with { $0 } }
}

/// Counts objects that are alive.
final class Census: Sendable {
  private let count = Guarded(0)
  var alive: Int { count.value }
  fileprivate func add(_ change: Int) { count.with { $0 += change } }
  /// An object that is counted until it is deinitialised, and then calls a closure.
  func member(atTheEnd body: @escaping () -> Void = {}) -> Member { Member(self, body) }

  final class Member {
    private let census: Census
    private let body: () -> Void
    fileprivate init(_ census: Census, _ body: @escaping () -> Void) {
      self.census = census
      self.body = body
      census.add(1)
    }
    deinit {
      body()
      census.add(-1)
    }
  }
}
