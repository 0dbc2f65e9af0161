import Foundation
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

/// Subscribers that come, request and cancel on one thread while another sends: nothing comes twice, out of order or leaks.
struct RacingTests {
  private final class Box: Sendable {
    let number: Int
    let counter: Count
    init(_ number: Int, _ counter: Count) {
      self.number = number
      self.counter = counter
      counter.live.add(1, ordering: .relaxed)
    }
    deinit { counter.live.subtract(1, ordering: .relaxed) }
  }

  private final class Count: Sendable { let live = Atomic<Int>(0) }

  /// The closures that the threads run. A thread may hold its closure for a while after the test has continued.
  private final class Bodies: @unchecked Sendable {
    var all: [() -> Void]
    init(_ all: [() -> Void]) { self.all = all }
  }

  private func together(_ bodies: [() -> Void]) async {
    let bodies = Bodies(bodies)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Races.concurrently(bodies.all.count) { bodies.all[$0]() }
        bodies.all = []
        continuation.resume()
      }
    }
  }

  /// Sends 500 values on one thread, while three others subscribe, request a few values at a time, and cancel.
  private func check<P: Publisher>(
    _ make: (PassthroughSubject<Box, Never>) -> P, number: @escaping (P.Output) -> Int
  ) async where P.Failure == Never {
    let count = Count()
    do {
      let source = PassthroughSubject<Box, Never>()
      let publisher = make(source)
      let problems = Atomic<Int>(0)
      let subscribers = (0..<3).map { seed in
        {
          for round in 0..<60 {
            var last = -1
            var current: (any Subscription)?
            publisher.subscribe(
              AnySubscriber<P.Output, Never>(
                receiveSubscription: { new in
                  current = new
                  new.request(round % 3 == 0 ? .unlimited : .max(2))
                },
                receiveValue: { value in
                  let next = number(value)
                  if next <= last { problems.add(1, ordering: .relaxed) }
                  last = next
                  return round % 3 == 1 ? .max(1) : .none
                }))
            for _ in 0..<(seed * 3) { current?.request(.max(1)) }
            if round % 2 == 0 { sched_yield() }
            current?.cancel()
          }
        }
      }
      await together(
        subscribers + [
          {
            for value in 0..<500 {
              source.send(Box(value, count))
              if value % 20 == 0 { sched_yield() }
            }
            source.send(completion: .finished)
          }
        ])
      expectEqual(problems.load(ordering: .relaxed), 0)
    }
    expectEqual(count.live.load(ordering: .relaxed), 0)
  }

  @Test func shareReplay() async { await check({ $0.share(replay: 3) }) { $0.number } }
  @Test func shareReplayWhileConnected() async {
    await check({ $0.share(replay: 3, scope: .whileConnected) }) { $0.number }
  }
  @Test func replaySubject() async {
    var feeds: [AnyCancellable] = []
    await check({ source in
      let subject = ReplaySubject<Box, Never>(bufferSize: 4)
      feeds.append(source.subscribe(subject))
      return subject
    }) { $0.number }
    feeds = []
  }
  @Test func withLatestFrom() async { await check({ $0.withLatestFrom($0) { value, _ in value } }) { $0.number } }
  @Test func flatMapFirst() async { await check({ $0.flatMapFirst { Just($0) } }) { $0.number } }
  @Test func zip() async { await check({ [$0, $0].zip() }) { $0[0].number } }
  @Test func combineLatest() async { await check({ [$0].combineLatest() }) { $0[0].number } }
  @Test func sample() async { await check({ $0.sample($0) }) { $0.number } }
  @Test func amb() async { await check({ [$0, $0].amb() }) { $0.number } }
  @Test func window() async {
    await check({ $0.window(count: 3).flatMap(maxPublishers: .max(1)) { $0 } }) { $0.number }
  }
  @Test func groupBy() async {
    await check({ $0.groupBy({ $0.number / 5 }, maxGroups: 2).flatMap(maxPublishers: .max(1)) { $0 } }) { $0.number }
  }
  @Test func repeating() async { await check({ $0.repeat(3) }) { $0.number } }
  /// The cancellation drops the closures that the other thread calls.
  @Test func aRetryIsCancelledWhileItsPublisherFails() async {
    let count = Count()
    for round in 0..<200 {
      let source = PassthroughSubject<Box, CancellationError>()
      do {
        let box = Box(round, count)
        let backoff = Backoff { _ in .zero * box.number }.jittered(by: 0.5)
        let retry = source.retry(3, delay: backoff, scheduler: ImmediateScheduler.shared) { _ in box.number == round }
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        await together([{ retry.cancel() }, { source.send(completion: .failure(CancellationError())) }])
      }
      expectEqual(count.live.load(ordering: .relaxed), 0)
    }
  }
  @Test func dematerialize() async {
    await check({ $0.map { MaterializedEvent<Box, Never>.value($0) }.dematerialize() }) { $0.number }
  }
}
