import Dispatch
import Foundation
import Testing
import Timers

/// A subscriber gets its subscription first, also if the last tick comes meanwhile.
struct SubscriptionFirstTests {
  /// Writes down what it gets, and does something while it gets its subscription.
  final class Recorder: Subscriber, @unchecked Sendable {
    private let lock = NSLock()
    private var events: [String] = []
    private let whileSubscribing: () -> Void

    init(_ whileSubscribing: @escaping () -> Void = {}) { self.whileSubscribing = whileSubscribing }

    var all: [String] { lock.withLock { events } }

    private func add(_ event: String) { lock.withLock { events.append(event) } }

    func receive(subscription: any Subscription) {
      add("begins")
      subscription.request(.unlimited)
      whileSubscribing()
      add("subscribed")
    }

    func receive(_: DispatchQueue.SchedulerTimeType) -> Subscribers.Demand {
      add("tick")
      return .none
    }

    func receive(completion _: Subscribers.Completion<Never>) { add("finished") }
  }

  @Test func theLastTickMayComeWhileItSubscribes() {
    let scheduler = DispatchQueue.test
    let timer = Publishers.Timer(after: 1, scheduler: scheduler)
    let connection = timer.connect()
    let recorder = Recorder { scheduler.timeline.advance(by: .seconds(1)) }
    timer.subscribe(recorder)
    #expect(recorder.all == ["begins", "tick", "subscribed", "finished"])
    connection.cancel()
  }

  @Test func theLastTickMayComeOnAnotherThread() {
    for _ in 0..<200 {
      let scheduler = DispatchQueue.test
      // Unsafe only for the compiler: a publisher may be subscribed to from every thread.
      nonisolated(unsafe) let timer = Publishers.Timer(after: 1, scheduler: scheduler)
      let connection = timer.connect()
      let recorder = Recorder()
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { timer.subscribe(recorder) } else { scheduler.timeline.advance(by: .seconds(1)) }
      }
      #expect(recorder.all.first == "begins")
      #expect(recorder.all.last == "finished")
      #expect(recorder.all.count { $0 == "finished" } == 1)
      connection.cancel()
    }
  }
}
