import Streams
import Testing

/// Demand that becomes unlimited after inner publishers have started: they are asked for everything then.
struct LateDemandTests {
  @Test func combineLatestLosesNoneOfAHotInner() {
    let first = PassthroughSubject<Int, Never>()
    let second = CurrentValueSubject<Int, Never>(0)
    var values: [Int] = []
    let cancellable = [first].publisher.flatMap { $0 }.combineLatest(second).sink {
      values.append($0.0)
      if $0.0 == 1 {
        first.send(2)
        first.send(3)
      }
    }
    first.send(1)
    expectEqual(values, [1, 2, 3])
    cancellable.cancel()
  }

  @Test func everyRunningInnerIsAskedForEverything() {
    let inners = (0..<3).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    (0..<3).publisher.flatMap { inners[$0] }.subscribe(subscriber)
    inners[1].finish()
    subscriber.request(.max(1))
    expectEqual(inners[0].log, ["request(max(1))"])
    subscriber.request(.unlimited)
    expectEqual(inners[0].demand, .unlimited)
    expectEqual(inners[1].log, ["request(max(1))"])
    expectEqual(inners[2].demand, .unlimited)
  }

  @Test func unlimitedDemandMayBeReturnedFromADelivery() {
    let inner = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 1 ? .unlimited : .none }
    Just(()).flatMap { inner }.subscribe(subscriber)
    inner.send(1)
    expectEqual(inner.demand, .unlimited)
    for value in 2...4 { inner.send(value) }
    expectEqual(subscriber.values, [1, 2, 3, 4])
  }

  @Test(arguments: [false, true]) func anEndlessInnerIsAskedForEverythingAndQueuesNothing(isSwitching: Bool) {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 0 ? .unlimited : .none }
    subscriber.onValue = { if $0 == 100_000 { subscriber.cancel() } }
    if isSwitching {
      Just(numbers(0..<Int.max)).switchToLatest().subscribe(subscriber)
    } else {
      Just(()).flatMap { numbers(0..<Int.max) }.subscribe(subscriber)
    }
    expectEqual(subscriber.values.count, 100_001)
  }

  @Test func twoThreadsLoseNothing() {
    let count = 20_000
    let first = PassthroughSubject<Int, Never>()
    let second = CurrentValueSubject<Int, Never>(0)
    let sum = Guarded((count: 0, total: 0))
    let cancellable = [first].publisher.flatMap { $0 }.combineLatest(second).sink { value, _ in
      sum.with {
        $0.count += 1
        $0.total += value
      }
    }
    onThreads(2) { thread in for value in 0..<count { first.send(thread * count + value) } }
    expectEqual(sum.value.count, 2 * count)
    expectEqual(sum.value.total, (0..<2 * count).reduce(0, +))
    cancellable.cancel()
  }
}
