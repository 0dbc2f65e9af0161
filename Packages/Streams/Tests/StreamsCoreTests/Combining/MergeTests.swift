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
    expectEqual(recorder.log, ["Merge"])
    expectEqual(a.log, ["request(unlimited)"])
    expectEqual(b.log, ["request(unlimited)"])
    expectEqual(a.send(1), .none)
    expectEqual(b.send(2), .none)
    expectEqual(a.send(3), .none)
    expectEqual(recorder.values, [1, 2, 3])
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
    expectEqual(recorder.log, ["Merge", "1"])
    b.finish()
    b.finish()
    expectEqual(recorder.log, ["Merge", "1", "finished"])
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
    expectEqual(recorder.log, ["Merge", "failure(first)"])
    #expect(a.isCancelled && !b.isCancelled && c.isCancelled)
  }

  @Test func aFailureDoesNotWaitForDemand() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    b.fail(TestError())
    expectEqual(recorder.log, ["Merge", "failure(test error)"])
    #expect(a.isCancelled)
  }

  @Test func theDownstreamIsGreetedBeforeTheUpstreamsAreAttached() {
    let a = Manual()
    let recorder = Recorder(.none)
    recorder.onSubscription = { _ in #expect(!a.hasSubscriber) }
    Publishers.Merge(a, a).subscribe(recorder)
    expectEqual(a.subscriberCount, 2)
  }

  // MARK: Demand

  @Test func withoutDemandEachSideIsAskedForOneValueWhichWaits() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    expectEqual(a.log, ["request(max(1))"])
    expectEqual(a.send(1), .none)
    expectEqual(b.send(2), .none)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expectEqual(a.log, ["request(max(1))", "request(max(1))"])
    expectEqual(b.log, ["request(max(1))"])
    a.send(3)
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2, 3])
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
    expectEqual(recorder.values, [1, 2])
  }

  @Test func demandReturnedForAValueCounts() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1), more: { $0 < 3 ? .max(1) : .none })
    Publishers.Merge(a, b).subscribe(recorder)
    for value in 1...4 { a.send(value) }
    expectEqual(a.demand, .max(4))
    expectEqual(recorder.values, [1, 2, 3])
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
    expectEqual(recorder.values, [1, 2, 3])
    #expect(a.demand == .unlimited && b.demand == .unlimited)
    for value in 4...9 { (value % 2 == 0 ? a : b).send(value) }
    expectEqual(recorder.values, Array(1...9))
  }

  @Test func aSideThatSendsUnaskedHasOneValueHeld() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    Publishers.Merge(a, b).subscribe(recorder)
    for value in 1...5 { a.send(value) }
    b.send(10)
    recorder.request(.max(5))
    expectEqual(recorder.values, [1, 10])
  }

  @Test func sidesAreServedInTurn() {
    let publishers = (0..<3).map { side in
      Publishers.Sequence<[Int], TestError>(sequence: (0..<5).map { side * 10 + $0 })
    }
    let recorder = Recorder(.none)
    Publishers.MergeMany(publishers).subscribe(recorder)
    recorder.request(.max(9))
    expectEqual(recorder.values, [0, 10, 20, 1, 11, 21, 2, 12, 22])
    for _ in 0..<6 { recorder.request(.max(1)) }
    expectEqual(recorder.values.suffix(6), [3, 13, 23, 4, 14, 24])
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
    expectEqual(recorder.log, ["Merge"])
    recorder.request(.max(1))
    expectEqual(recorder.log, ["Merge", "1", "finished"])
  }

  @Test func requestingNothingIsNothing() {
    let recorder = Recorder(.none)
    let a = Manual()
    Publishers.Merge(a, a).subscribe(recorder)
    recorder.request(.none)
    expectEqual(recorder.log, ["Merge"])
  }

  // MARK: Upstreams that misbehave

  @Test func eventsOutOfOrderAreIgnored() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder()
    Publishers.Merge(a, b).subscribe(recorder)
    a.send(1)
    a.finish()
    expectEqual(recorder.log, ["Merge"])
    a.sendSubscription()
    a.sendSubscription()
    expectEqual(a.log, ["request(unlimited)", "cancel"])
    a.send(2)
    a.finish()
    a.finish()
    a.send(3)
    expectEqual(recorder.log, ["Merge", "2"])
    b.finish()
    expectEqual(recorder.log, ["Merge", "2", "finished"])
  }

  @Test func aSubscriptionAfterCancellingIsCancelled() {
    let a = Manual(sendsSubscription: false)
    let recorder = Recorder()
    Publishers.Merge(a, Manual()).subscribe(recorder)
    recorder.cancel()
    a.sendSubscription()
    expectEqual(a.log, ["cancel"])
  }
}
