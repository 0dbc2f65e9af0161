import Foundation
@_spi(TestKit) import Schedulers
import StreamsTesting
import Testing

/// A million of everything that could be a recursion. On a plain thread, whose stack is 8 MB: a recursion would overflow it.
@Suite(.leakCheck()) struct RecursionTests {
  private struct Failed: Error {}
  private static let million = 1_000_000

  /// Runs `body` on a plain thread and reports what it throws.
  private func onThread(_ body: @escaping () throws -> Void) async {
    await Races.race(times: 1, timeout: .seconds(900), on: {}, { _ in }, check: body)
  }

  private func expectEqual(_ value: Int, _ expected: Int) throws {
    if value != expected { throw Round.Failure(description: "\(value) instead of \(expected)") }
  }

  @Test func aMillionValuesRequestedInsideDeliveriesUseLittleStack() async {
    await onThread {
      let subscriber = Stepper()
      (0..<Self.million).publisher.map { $0 + 1 }.tryMap { $0 }.replaceError(with: 0).subscribe(subscriber)
      try expectEqual(subscriber.count, Self.million)
    }
  }

  @Test func aMillionValuesThroughJoiningOperatorsUseLittleStack() async {
    await onThread {
      let count = Stress.isLong ? Self.million : Self.million / 20
      let subscriber = Stepper()
      (0..<count).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.append(1)
        .merge(with: Empty<Int, Never>()).zip((0...count).publisher).map(\.1)
        .buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest).subscribe(subscriber)
      try expectEqual(subscriber.count, count + 1)
    }
  }

  @Test func aMillionRetriesUseLittleStack() async {
    await onThread {
      let count = Stress.isLong ? Self.million : Self.million / 5
      var attempts = 0
      let failing = Deferred { () -> Fail<Int, Failed> in
        attempts += 1
        return Fail(error: Failed())
      }
      let cancellable = failing.retry(count).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      cancellable.cancel()
      try expectEqual(attempts, count + 1)
    }
  }

  @Test func aThousandOperatorsUseLittleStack() async {
    await onThread {
      var publisher = (0..<1_000).publisher.eraseToAnyPublisher()
      for index in 0..<1_000 {
        publisher =
          switch index % 4 {
          case 0: publisher.map { $0 + 1 }.eraseToAnyPublisher()
          case 1: publisher.filter { _ in true }.eraseToAnyPublisher()
          case 2: publisher.scan(0) { $1 - 1 }.eraseToAnyPublisher()
          default: publisher.prefix(10_000).eraseToAnyPublisher()
          }
      }
      var sum = 0
      _ = publisher.sink { sum += $0 }
      try expectEqual(sum, (0..<1_000).reduce(0, +))
      let subscriber = Stepper()
      publisher.subscribe(subscriber)
      try expectEqual(subscriber.count, 1_000)
    }
  }

  @Test func aThousandAppendsUseLittleStack() async {
    await onThread {
      var publisher = Empty<Int, Never>().eraseToAnyPublisher()
      for value in 0..<1_000 { publisher = publisher.append(value).eraseToAnyPublisher() }
      for value in 0..<1_000 { publisher = publisher.prepend(value).eraseToAnyPublisher() }
      let subscriber = Stepper()
      publisher.subscribe(subscriber)
      try expectEqual(subscriber.count, 2_000)
    }
  }

  @Test func aHundredThousandSubscriptionsAndCancellationsTakeLinearTime() async {
    await onThread {
      let few = Self.timeToComeAndGo(1_000, rounds: 20)
      let many = Self.timeToComeAndGo(100_000, rounds: 2)
      // A search through all of them would take a hundred times as long.
      if many > few * 30 {
        throw Round.Failure(description: "one of 100,000: \(many) ns; one of 1,000: \(few) ns")
      }
    }
  }

  /// How many nanoseconds one subscriber takes to come and to go, among `count`.
  private static func timeToComeAndGo(_ count: Int, rounds: Int) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let subject = PassthroughSubject<Int, Never>()
      let start = processorTime()
      var lines = (0..<count).map { _ in subject.sink { _ in } }
      var dice = SeededGenerator(seed: 1)
      lines.shuffle(using: &dice)
      for line in lines { line.cancel() }
      best = min(best, (processorTime() - start) / Double(count))
    }
    return best
  }

  /// How many nanoseconds this thread has had a processor.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Asks for one value, and from within each for the next: by request and by return in turn.
private final class Stepper: Subscriber {
  typealias Input = Int
  typealias Failure = Never

  private var subscription: (any Subscription)?
  private(set) var count = 0

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(1))
  }

  func receive(_: Int) -> Subscribers.Demand {
    count += 1
    if count % 2 == 0 { return .max(1) }
    subscription?.request(.max(1))
    return .none
  }

  func receive(completion _: Subscribers.Completion<Never>) { subscription = nil }
}
