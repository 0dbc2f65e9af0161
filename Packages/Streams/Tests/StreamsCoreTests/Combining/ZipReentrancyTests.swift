import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
/// Of pairs, as text.
private typealias Recorder = RecordingSubscriber<String, TestError>

/// Events during deliveries, on the same thread and on others, and the remaining values.
struct ZipReentrancyTests {
  @Test func whatIsSentDuringADeliveryFollowsIt() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = Recorder()
    recorder.onValue = {
      guard $0 == "1-1" else { return }
      for value in 2...3 {
        b.send(value)
        a.send(value)
      }
      a.send(completion: .finished)
    }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    expectEqual(recorder.log, ["Zip", "1-1", "2-2", "3-3", "finished"])
    #expect(!recorder.wasOverlapped)
  }

  @Test func aHundredThousandNestedValuesDoNotOverflowTheStack() {
    let a = PassthroughSubject<Int, Never>()
    let count = Guarded(0)
    let cancellable = a.zip(a) { $0 + $1 }.sink { sum in
      count.with { $0 += 1 }
      if sum < 200_000 { a.send(sum / 2 + 1) }
    }
    a.send(0)
    expectEqual(count.value, 100_001)
    cancellable.cancel()
  }

  @Test func nothingComesAfterCancellingDuringADelivery() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    recorder.onValue = { _ in
      recorder.cancel()
      a.send(2)
      b.send(2)
    }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    b.finish()
    expectEqual(recorder.log, ["Zip", "1-1"])
    #expect(a.isCancelled && b.isCancelled)
  }

  @Test func cancellingInItsSubscriptionRequestsNothing() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1))
    recorder.onSubscription = { $0.cancel() }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(a.log == ["cancel"] && b.log == ["cancel"])
  }

  // MARK: Threads

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)]) func pairsMatchAcrossThreads(demand: Subscribers.Demand) {
    let count = 4_000
    let sources = (0..<3).map { _ in BlockingSource() }
    let recorder = RecordingSubscriber<Int, Never>(demand, more: { _ in demand == .unlimited ? .none : .max(1) })
    sources[0].zip(sources[1], sources[2]) { $0 == $1 && $1 == $2 ? $0 : -1 }.subscribe(recorder)
    onThreads(3) { thread in
      for value in 0..<count { sources[thread].send(value) }
      sources[thread].finish()
    }
    expectEqual(recorder.values, Array(0..<count))
    #expect(recorder.isFinished && !recorder.wasOverlapped)
  }

  @Test func cancellingWhileOthersSendReleasesEverything() {
    for _ in 0..<200 {
      let canary = Canary()
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      do {
        let token = canary.token()
        let cancellable = subjects[0].zip(subjects[1], subjects[2]).sink { _ in token.touch() }
        onThreads(4) { thread in
          if thread == 3 { return cancellable.cancel() }
          for value in 0..<20 { subjects[thread].send(value) }
          if thread == 2 { subjects[2].send(completion: .finished) }
        }
      }
      expectEqual(canary.alive, 0)
    }
  }

  // MARK: Memory

  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsReleasedAtTheEnd(how: String) {
    let canary = Canary()
    let a = ManualPublisher<Canary.Token, TestError>()
    let b = ManualPublisher<Int, TestError>()
    weak var zipped: AnyObject?
    do {
      let token = canary.token()
      let recorder = Recorder()
      a.zip(b) { _, number in
        token.touch()
        return "\(number)"
      }.subscribe(recorder)
      zipped = recorder.subscription as AnyObject?
      for _ in 0..<10 { a.send(canary.token()) }
      b.send(1)
      switch how {
      case "finish": b.finish()
      case "fail": b.fail(TestError())
      default: recorder.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    expectEqual(canary.alive, 0)
    #expect(zipped == nil)
  }
}
