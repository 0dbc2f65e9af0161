import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

/// Sends and cancellations during deliveries, on the delivering thread and on others.
struct MergeReentrancyTests {
  @Test func whatIsSentDuringADeliveryFollowsIt() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = Recorder()
    recorder.onValue = {
      if $0 < 3 {
        b.send($0 + 10)
        a.send($0 + 1)
      }
      if $0 == 3 { b.send(completion: .failure(TestError())) }
      if $0 == 3 { a.send(99) }
    }
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    expectEqual(recorder.log, ["Merge", "1", "11", "2", "12", "3", "failure(test error)"])
    #expect(!recorder.wasOverlapped)
  }

  @Test func cancellingDuringADeliveryEndsIt() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(3))
    recorder.onValue = {
      if $0 == 2 {
        a.send(3)
        recorder.cancel()
        a.send(4)
      }
    }
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    b.send(2)
    b.send(5)
    b.finish()
    expectEqual(recorder.log, ["Merge", "1", "2"])
    #expect(a.isCancelled && b.isCancelled)
  }

  @Test func cancellingAtTheGreetingAttachesNobody() {
    let a = Manual()
    let recorder = Recorder(.none)
    recorder.onSubscription = { $0.cancel() }
    Publishers.Merge(a, a).subscribe(recorder)
    expectEqual(a.subscriberCount, 0)
    expectEqual(recorder.log, ["Merge"])
  }

  @Test func cancellingInAValueOfTheFirstSideSubscribesToNoOther() {
    let b = Manual()
    let recorder = Recorder()
    recorder.onValue = { if $0 == 3 { recorder.cancel() } }
    Publishers.Merge(Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...5), b).subscribe(recorder)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(b.subscriberCount, 0)
  }

  @Test func requestsDuringADeliveryAreServed() {
    let a = PassthroughSubject<Int, TestError>()
    let recorder = Recorder(.max(1))
    recorder.onValue = { _ in recorder.request(.max(1)) }
    Publishers.Merge(a, PassthroughSubject<Int, TestError>()).subscribe(recorder)
    for value in 1...100 { a.send(value) }
    expectEqual(recorder.values, Array(1...100))
  }

  // MARK: Threads

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)]) func nothingIsLostOrOverlapsAcrossThreads(
    demand: Subscribers.Demand
  ) {
    let count = 4
    let each = 2_000
    let subjects = (0..<count).map { _ in BlockingSource() }
    let recorder = RecordingSubscriber<Int, Never>(demand, more: { _ in demand == .unlimited ? .none : .max(1) })
    Publishers.MergeMany(subjects).subscribe(recorder)
    onThreads(count) { thread in
      for index in 0..<each { subjects[thread].send(thread * each + index) }
      subjects[thread].finish()
    }
    #expect(recorder.isFinished)
    #expect(!recorder.wasOverlapped)
    expectEqual(recorder.values.count, count * each)
    for thread in 0..<count {
      let mine = recorder.values.filter { $0 / each == thread }
      expectEqual(mine, Array(thread * each..<(thread + 1) * each))
    }
  }

  @Test func cancellingWhileOthersSendReleasesEverything() {
    for _ in 0..<200 {
      let canary = Canary()
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      do {
        let token = canary.token()
        let count = Guarded(0)
        let cancellable = Publishers.Merge3(subjects[0], subjects[1], subjects[2]).sink { _ in
          token.touch()
          count.with { $0 += 1 }
        }
        onThreads(4) { thread in
          if thread == 3 { return cancellable.cancel() }
          for value in 0..<20 { subjects[thread].send(value) }
          if thread == 2 { subjects[2].send(completion: .finished) }
        }
        #expect(count.value <= 60)
      }
      expectEqual(canary.alive, 0)
    }
  }
}
