import Streams
import Testing

/// A request for no values: these publishers ignore it, as Apple's do. Others trap (``TrapTests``).
struct EmptyRequestTests {
  @Test func aSequenceIgnoresARequestForNothing() { check([1, 2].publisher, "[1, 2]") }

  @Test func aRecordIgnoresARequestForNothing() {
    check(Record<Int, Never>(output: [1, 2], completion: .finished), "[1, 2]")
  }

  @Test func aBufferIgnoresARequestForNothing() {
    check(numbers(1..<3).buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest), "Buffer")
  }

  @Test func debounceAndThrottleIgnoreARequestForNothing() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = ManualScheduler()
    let debounced = record(subject.debounce(for: 1, scheduler: scheduler), .none)
    let throttled = record(subject.throttle(for: 1, scheduler: scheduler, latest: true), .none)
    for subscriber in [debounced, throttled] {
      subscriber.request(.none)
      subscriber.request(.max(1))
      subscriber.request(.none)
    }
    subject.send(1)
    scheduler.advance(by: 1000)
    expectEqual(debounced.values, [1])
    expectEqual(throttled.values, [1])
  }

  private func check<P: Publisher<Int, Never>>(_ publisher: P, _ name: String) {
    let subscriber = record(publisher, .none)
    subscriber.request(.none)
    expectEqual(subscriber.log, [name])
    subscriber.request(.max(1))
    subscriber.request(.none)
    expectEqual(subscriber.values, [1])
    subscriber.request(.unlimited)
    expectEqual(subscriber.log, [name, "1", "2", "finished"])
  }
}
