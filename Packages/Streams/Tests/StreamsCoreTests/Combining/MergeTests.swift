import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

struct MergeTests {
  @Test func sendsTheValuesOfBothAsTheyCome() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    a.map { $0 }.merge(with: b).subscribe(recorder)
    #expect(recorder.log == ["Merge"])
    #expect(a.log == ["request(unlimited)"])
    #expect(b.log == ["request(unlimited)"])
    #expect(a.send(1) == .none)
    #expect(b.send(2) == .none)
    #expect(a.send(3) == .none)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func finishesWhenAllHave() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let recorder = Recorder()
    a.merge(with: b, c).subscribe(recorder)
    a.finish()
    c.finish()
    b.send(1)
    a.send(7)
    #expect(recorder.log == ["Merge", "1"])
    b.finish()
    b.finish()
    #expect(recorder.log == ["Merge", "1", "finished"])
    #expect(!a.isCancelled && !b.isCancelled && !c.isCancelled)
  }

  @Test func failsWithTheFirstAndCancelsTheRest() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let recorder = Recorder()
    Publishers.MergeMany(a, b, c).subscribe(recorder)
    b.fail(TestError("first"))
    a.send(1)
    c.fail(TestError("second"))
    #expect(recorder.log == ["Merge", "failure(first)"])
    #expect(a.isCancelled && !b.isCancelled && c.isCancelled)
  }

  @Test func aFailureDoesNotWaitForDemand() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    b.fail(TestError())
    #expect(recorder.log == ["Merge", "failure(test error)"])
    #expect(a.isCancelled)
  }

  @Test func theDownstreamIsGreetedBeforeTheUpstreamsAreAttached() {
    let a = Manual()
    let recorder = Recorder(.none)
    recorder.onSubscription = { _ in #expect(!a.hasSubscriber) }
    Publishers.Merge(a, a).subscribe(recorder)
    #expect(a.subscriberCount == 2)
  }

  // MARK: Demand

  @Test func withoutDemandEachSideIsAskedForOneValueWhichWaits() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    #expect(a.log == ["request(max(1))"])
    #expect(a.send(1) == .none)
    #expect(b.send(2) == .none)
    #expect(recorder.values == [])
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(a.log == ["request(max(1))", "request(max(1))"])
    #expect(b.log == ["request(max(1))"])
    a.send(3)
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2, 3])
    #expect(a.demand == .max(3) && b.demand == .max(2))
  }

  @Test func aValueThatIsWantedIsReplacedByAskingForOne() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(2))
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    b.send(2)
    a.send(3)
    #expect(a.demand == .max(2) && b.demand == .max(2))
    #expect(recorder.values == [1, 2])
  }

  @Test func demandReturnedForAValueCounts() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1), more: { $0 < 3 ? .max(1) : .none })
    Publishers.Merge(a, b).subscribe(recorder)
    for value in 1...4 { a.send(value) }
    #expect(a.demand == .max(4))
    #expect(recorder.values == [1, 2, 3])
  }

  @Test(arguments: [false, true]) func unlimitedDemandReachesAllSides(returned: Bool) {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1), more: { _ in returned ? .unlimited : .none })
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    a.send(2)
    b.send(3)
    if !returned { recorder.request(.unlimited) }
    #expect(recorder.values == [1, 2, 3])
    #expect(a.demand == .unlimited && b.demand == .unlimited)
    for value in 4...9 { (value % 2 == 0 ? a : b).send(value) }
    #expect(recorder.values == Array(1...9))
  }

  @Test func aSideThatSendsUnaskedHasOneValueHeld() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    for value in 1...5 { a.send(value) }
    b.send(10)
    recorder.request(.max(5))
    #expect(recorder.values == [1, 10])
  }

  @Test func sidesAreServedInTurn() {
    let publishers = (0..<3).map { side in
      Publishers.Sequence<[Int], TestError>(sequence: (0..<5).map { side * 10 + $0 })
    }
    let recorder = Recorder(.none)
    Publishers.MergeMany(publishers).subscribe(recorder)
    recorder.request(.max(9))
    #expect(recorder.values == [0, 10, 20, 1, 11, 21, 2, 12, 22])
    for _ in 0..<6 { recorder.request(.max(1)) }
    #expect(recorder.values.suffix(6) == [3, 13, 23, 4, 14, 24])
    #expect(recorder.isFinished)
  }

  @Test func waitingValuesGoOutBeforeTheEnd() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    a.finish()
    b.finish()
    #expect(recorder.log == ["Merge"])
    recorder.request(.max(1))
    #expect(recorder.log == ["Merge", "1", "finished"])
  }

  @Test func requestingNothingIsNothing() {
    let recorder = Recorder(.none)
    let a = Manual()
    Publishers.Merge(a, a).subscribe(recorder)
    recorder.request(.none)
    #expect(recorder.log == ["Merge"])
  }

  // MARK: Upstreams that misbehave

  @Test func eventsOutOfOrderAreIgnored() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder()
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    a.finish()
    #expect(recorder.log == ["Merge"])
    a.sendSubscription()
    a.sendSubscription()
    #expect(a.log == ["request(unlimited)", "cancel"])
    a.send(2)
    a.finish()
    a.finish()
    a.send(3)
    #expect(recorder.log == ["Merge", "2"])
    b.finish()
    #expect(recorder.log == ["Merge", "2", "finished"])
  }

  @Test func aSubscriptionAfterCancellingIsCancelled() {
    let a = Manual(sendsSubscription: false)
    let recorder = Recorder()
    Publishers.Merge(a, Manual()).subscribe(recorder)
    recorder.cancel()
    a.sendSubscription()
    #expect(a.log == ["cancel"])
  }
}
