import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

struct ConcatenateTests {
  @Test func theSecondFollowsTheFirst() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    a.append(b).subscribe(recorder)
    expectEqual(a.log, ["request(unlimited)"])
    #expect(!b.hasSubscriber)
    a.send(1)
    a.finish()
    expectEqual(b.log, ["request(unlimited)"])
    b.send(2)
    a.send(9)
    b.finish()
    expectEqual(recorder.log, ["Concatenate", "1", "2", "finished"])
    #expect(!a.isCancelled && !b.isCancelled)
  }

  @Test func theSecondIsSubscribedToAfterASynchronousFirstHasReturned() {
    struct Prefix: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let log: Guarded<[String]>
      func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
        log.value.append("the first returns")
      }
    }
    let log = Guarded<[String]>([])
    let suffix = Deferred {
      log.value.append("the second is created")
      return Empty<Int, Never>()
    }
    expectEqual(record(Prefix(log: log).append(suffix)).log, ["Concatenate", "finished"])
    expectEqual(log.value, ["the first returns", "the second is created"])
  }

  @Test func aFailureOfTheFirstEndsIt() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    a.append(b).subscribe(recorder)
    a.fail(TestError())
    expectEqual(recorder.log, ["Concatenate", "failure(test error)"])
    #expect(!b.hasSubscriber)
  }

  @Test func demandThatIsLeftIsAskedOfTheSecond() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(3), more: { $0 == 1 ? .max(2) : .none })
    a.append(b).subscribe(recorder)
    expectEqual(a.send(1), .max(2))
    a.finish()
    expectEqual(b.log, ["request(max(4))"])
    recorder.request(.max(1))
    expectEqual(b.demand, .max(5))
    expectEqual(a.demand, .max(3))
    for value in 2...9 { b.send(value) }
    expectEqual(recorder.values, Array(1...6))
  }

  @Test func withoutDemandTheSecondIsSubscribedToButNotAsked() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1))
    a.append(b).subscribe(recorder)
    a.send(1)
    a.finish()
    #expect(b.hasSubscriber)
    expectEqual(b.log, [])
    recorder.request(.max(2))
    expectEqual(b.log, ["request(max(2))"])
  }

  @Test func cancellingCancelsOnlyTheCurrentPublisher() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    a.append(b).subscribe(recorder)
    a.finish()
    recorder.cancel()
    b.send(1)
    b.finish()
    expectEqual(recorder.log, ["Concatenate"])
    #expect(!a.isCancelled && b.isCancelled)
  }

  @Test func cancellingAtTheLastValueOfTheFirst() {
    let b = Manual()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { if $0 == 2 { recorder.cancel() } }
    Publishers.Sequence<[Int], TestError>(sequence: [1, 2]).append(b).subscribe(recorder)
    expectEqual(recorder.log, ["Concatenate", "1", "2"])
    #expect(!b.hasSubscriber)
  }

  @Test func cancellingInItsSubscriptionSubscribesToNothingElse() {
    let a = Manual()
    let recorder = Recorder()
    recorder.onSubscription = { $0.cancel() }
    a.append(a).subscribe(recorder)
    expectEqual(a.log.last, "cancel")
    expectEqual(a.subscriberCount, 1)
  }

  @Test func elementsComeBeforeAndAfter() {
    let recorder = RecordingSubscriber<Int, Never>()
    PassthroughSubject<Int, Never>().prepend(3, 4).prepend([1, 2]).subscribe(recorder)
    expectEqual(recorder.log, ["Concatenate", "1", "2", "3", "4"])
    let subject = PassthroughSubject<Int, Never>()
    let second = RecordingSubscriber<Int, Never>(.max(2))
    subject.append(7, 8).append([9]).subscribe(second)
    subject.send(completion: .finished)
    expectEqual(second.log, ["Concatenate", "7", "8"])
    second.request(.max(1))
    expectEqual(second.log, ["Concatenate", "7", "8", "9", "finished"])
  }

  @Test func valuesAndSequencesAreJoinedIntoOneSequence() {
    expectEqual(Just(2).append(3, 4), Publishers.Sequence(sequence: [2, 3, 4]))
    expectEqual(Just(2).append([3]), Publishers.Sequence(sequence: [2, 3]))
    expectEqual(Just(2).prepend(0, 1), Publishers.Sequence(sequence: [0, 1, 2]))
    expectEqual(Just(2).prepend(Set([1])), Publishers.Sequence(sequence: [1, 2]))
    let sequence = [5].publisher
    expectEqual(sequence.append(6), [5, 6].publisher)
    expectEqual(sequence.append(6...8), [5, 6, 7, 8].publisher)
    expectEqual(sequence.append([9].publisher), [5, 9].publisher)
    expectEqual(sequence.prepend(3, 4), [3, 4, 5].publisher)
    expectEqual(sequence.prepend(Set([4])), [4, 5].publisher)
    expectEqual(sequence.prepend([9].publisher), [9, 5].publisher)
    expectEqual(Just(1).append(Just(2)), Publishers.Concatenate(prefix: Just(1), suffix: Just(2)))
  }

  // MARK: Upstreams that misbehave

  @Test func eventsOutOfOrderAreIgnored() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder()
    a.append(b).subscribe(recorder)
    a.send(1)
    a.finish()
    expectEqual(recorder.log, [])
    a.sendSubscription()
    a.sendSubscription()
    expectEqual(a.log, ["request(unlimited)", "cancel"])
    a.finish()
    a.finish()
    a.send(2)
    expectEqual(b.subscriberCount, 1)
    b.send(3)
    b.finish()
    b.fail(TestError())
    expectEqual(recorder.log, ["Concatenate", "3", "finished"])
  }

  @Test func valuesBeyondDemandAreIgnored() {
    let a = Manual()
    let recorder = Recorder(.max(1))
    a.append(Manual()).subscribe(recorder)
    a.send(1)
    a.send(2)
    expectEqual(recorder.values, [1])
  }

  // MARK: Memory

  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsReleasedAtTheEnd(how: String) {
    let canary = Canary()
    let a = Manual()
    let b = Manual()
    do {
      let token = canary.token()
      let cancellable = a.append(
        b.map { value in
          token.touch()
          return value
        }
      ).sink(receiveCompletion: { _ in }, receiveValue: { _ in token.touch() })
      switch how {
      case "finish":
        a.finish()
        b.finish()
      case "fail": a.fail(TestError())
      default: cancellable.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    expectEqual(canary.alive, 0)
  }

  @Test func aCancelReleasesTheNextPublisher() {
    let canary = Canary()
    let a = Manual()
    let recorder = Recorder()
    do {
      let token = canary.token()
      a.append(
        Manual().map { value in
          token.touch()
          return value
        }
      ).subscribe(recorder)
    }
    expectEqual(canary.alive, 1)
    recorder.cancel()
    expectEqual(canary.alive, 0)
  }

  @Test func anUpstreamThatEndsWhileTheSubscriptionIsReceivedIsNotKept() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder()
    recorder.onSubscription = { _ in a.finish() }
    a.append(b).subscribe(recorder)
    a.sendSubscription()
    expectEqual(a.log, [])
    recorder.cancel()
    expectEqual(b.log, ["request(unlimited)", "cancel"])
  }

  /// The deinit of a subscription was called with a lock held, which `request` waited for.
  @Test func theDeinitOfASubscriptionMayRequestFromTheConcatenation() {
    final class Parting: Subscription {
      let farewell: () -> Void
      init(_ farewell: @escaping () -> Void) { self.farewell = farewell }
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
      deinit { farewell() }
    }
    struct Ending: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      let recorder: Recorder
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        recorder.onSubscription = { _ in subscriber.receive(completion: .finished) }
        subscriber.receive(subscription: Parting { [recorder] in recorder.request(.max(1)) })
      }
    }
    let b = Manual()
    let recorder = Recorder(.none)
    Ending(recorder: recorder).append(b).subscribe(recorder)
    expectEqual(b.demand, .max(1))
  }

  // MARK: Threads

  @Test func demandIsExactAcrossThreads() {
    let sources = (0..<4).map { _ in BlockingSource() }
    let recorder = RecordingSubscriber<Int, Never>(.max(1))
    sources[0].append(sources[1]).append(sources[2]).append(sources[3]).subscribe(recorder)
    let each = 500
    onThreads(5) { [recorder = Carried(recorder)] thread in
      if thread == 4 {
        for _ in 1..<(4 * each) { recorder.value.request(.max(1)) }
      } else {
        for value in 0..<each { sources[thread].send(thread * each + value) }
        sources[thread].finish()
      }
    }
    expectEqual(recorder.values, Array(0..<(4 * each)))
    #expect(recorder.isFinished)
  }
}
