import Foundation
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

/// Sixteen threads, and ten thousand values at once: nothing is lost or comes twice.
struct ManyThreadsTests {
  /// The values that a subscriber receives. It needs no lock, because one thread at a time calls it.
  private final class Collected: @unchecked Sendable { var values: [Int] = [] }

  /// Calls `body` with 0 to 15 on threads that start at the same moment. A task must not wait for threads itself.
  private func sixteen(_ body: @escaping (Int) -> Void) async {
    nonisolated(unsafe) let body = body
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Races.concurrently(16, body)
        continuation.resume()
      }
    }
  }

  @Test func createLosesNoValue() async {
    let collected = Collected()
    var subscriber: Publishers.Create<Int, Never>.Sender?
    let sink = AnyPublisher<Int, Never>.create {
      subscriber = $0
      return AnyCancellable {}
    }
    .sink { collected.values.append($0) }
    let sender = subscriber
    await sixteen { thread in for value in 0..<100 { sender?.send(thread * 100 + value) } }
    expectEqual(collected.values.sorted(), Array(0..<1600))
    withExtendedLifetime(sink) {}
  }

  @Test func asyncMapLosesNoValue() async {
    let subject = PassthroughSubject<Int, Never>()
    let values = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
      .map(maxTasks: 4, order: .unordered) { $0 }
    let (results, continuation) = AsyncStream<Int>.makeStream()
    let sink = values.sink { _ in
      continuation.finish()
    } receiveValue: {
      continuation.yield($0)
    }
    await sixteen { thread in for value in 0..<100 { subject.send(thread * 100 + value) } }
    subject.send(completion: .finished)
    var collected: [Int] = []
    for await value in results { collected.append(value) }
    expectEqual(collected.sorted(), Array(0..<1600))
    withExtendedLifetime(sink) {}
  }

  @Test func aReplaySubjectReplaysInTheOrderOfDelivery() async {
    let collected = Collected()
    let late = Collected()
    let subject = ReplaySubject<Int, Never>(bufferSize: .max)
    let sink = subject.sink { collected.values.append($0) }
    await sixteen { thread in for value in 0..<100 { subject.send(thread * 100 + value) } }
    let second = subject.sink { late.values.append($0) }
    expectEqual(collected.values.sorted(), Array(0..<1600))
    expectEqual(late.values, collected.values)
    withExtendedLifetime((sink, second)) {}
  }

  @Test func subscribersOfAReplaySubjectThatComeMeanwhileMissNothing() async {
    let subject = ReplaySubject<Int, Never>(bufferSize: .max)
    let all = (0..<15).map { _ in Collected() }
    let sinks = Mutex<[AnyCancellable]>([])
    await sixteen { thread in
      if thread == 15 { return (0..<1000).forEach(subject.send) }
      let sink = subject.sink { all[thread].values.append($0) }
      sinks.withLock { $0.append(sink) }
    }
    for collected in all { expectEqual(collected.values, Array(0..<1000)) }
  }

  @Test func shareReplayConnectsOnce() async {
    let connections = Mutex(0)
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.handleEvents(receiveSubscription: { _ in connections.withLock { $0 += 1 } })
      .share(replay: 1)
    let sinks = Mutex<[AnyCancellable]>([])
    await sixteen { _ in
      let sink = shared.sink { _ in }
      sinks.withLock { $0.append(sink) }
    }
    expectEqual(connections.withLock { $0 }, 1)
  }

  @Test func zipOfManyKeepsRowsTogether() async {
    let collected = Collected()
    let subjects = (0..<16).map { _ in PassthroughSubject<Int, Never>() }
    let sink = subjects.zip().sink { row in
      expectEqual(Set(row).count, 1)
      collected.values.append(row[0])
    }
    await sixteen { thread in for value in 0..<200 { subjects[thread].send(value) } }
    expectEqual(collected.values, Array(0..<200))
    withExtendedLifetime(sink) {}
  }

  @Test func combineLatestOfManyEndsWithTheLatest() async {
    let last = Mutex<[Int]>([])
    let subjects = (0..<16).map { _ in PassthroughSubject<Int, Never>() }
    let sink = subjects.combineLatest().sink { row in last.withLock { $0 = row } }
    await sixteen { thread in for value in 0..<200 { subjects[thread].send(value) } }
    expectEqual(last.withLock { $0 }, Array(repeating: 199, count: 16))
    withExtendedLifetime(sink) {}
  }

  @Test func ambFollowsOne() async {
    let collected = Collected()
    let subjects = (0..<16).map { _ in PassthroughSubject<Int, Never>() }
    let sink = subjects.amb().sink { collected.values.append($0) }
    await sixteen { thread in for value in 0..<100 { subjects[thread].send(thread * 100 + value) } }
    let first = collected.values[0] / 100
    expectEqual(collected.values, (0..<100).map { first * 100 + $0 })
    withExtendedLifetime(sink) {}
  }

  @Test func timedWindowsLoseNothing() async {
    let time = VirtualTimeScheduler()
    let collected = Collected()
    let source = PassthroughSubject<Int, Never>()
    let sink = source.window(time: .milliseconds(1), scheduler: time).flatMap { $0 }.sink {
      collected.values.append($0)
    }
    await sixteen { thread in
      if thread == 0 { for value in 0..<2000 { source.send(value) } }
      if thread == 1 { for _ in 0..<200 { time.timeline.advance(by: .milliseconds(1)) } }
    }
    expectEqual(collected.values, Array(0..<2000))
    sink.cancel()
  }

  @Test func tenThousandValuesAtOnce() {
    let numbers = (0..<10_000).publisher
    func count<P: Publisher>(_ publisher: P) -> Int where P.Failure == Never {
      var count = 0
      _ = publisher.sink { _ in count += 1 }
      return count
    }
    expectEqual(count(numbers.withLatestFrom(Just(1))), 10_000)
    expectEqual(count(numbers.share(replay: 5)), 10_000)
    expectEqual(count(numbers.materialize()), 10_001)
    expectEqual(count(numbers.flatMapLatest { Just($0) }), 10_000)
    expectEqual(count(numbers.flatMapFirst { Just($0) }), 10_000)
    expectEqual(count(numbers.concatMap { [$0, $0].publisher }), 20_000)
    expectEqual(count(numbers.window(count: 7).flatMap(maxPublishers: .max(1)) { $0 }), 10_000)
    expectEqual(count(numbers.groupBy({ $0 % 100 }, maxGroups: 10).flatMap { $0 }), 10_000)
    expectEqual(count([numbers, numbers].zip()), 10_000)
    expectEqual(count(numbers.repeat(3)), 30_000)
    expectEqual(count(numbers.nwise(2)), 9_999)
    expectEqual(count(numbers.sample(Empty<Int, Never>(completeImmediately: false))), 0)
  }
}
