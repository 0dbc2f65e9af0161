import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

@Suite struct MergeTests {
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
    #expect(a.send(1) == .max(1))
    #expect(b.send(2) == .max(1))
    #expect(a.send(3) == .none)
    #expect(recorder.values == [1, 2])
  }

  @Test func demandReturnedForAValueCounts() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1), more: { $0 < 3 ? .max(1) : .none })
    Publishers.Merge(a, b).subscribe(recorder)
    for value in 1...4 { #expect(a.send(value) == (value < 4 ? .max(1) : .none)) }
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

  // MARK: Re-entrancy

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
    #expect(recorder.log == ["Merge", "1", "11", "2", "12", "3", "failure(test error)"])
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
    #expect(recorder.log == ["Merge", "1", "2"])
    #expect(a.isCancelled && b.isCancelled)
  }

  @Test func cancellingAtTheGreetingAttachesNobody() {
    let a = Manual()
    let recorder = Recorder(.none)
    recorder.onSubscription = { $0.cancel() }
    Publishers.Merge(a, a).subscribe(recorder)
    #expect(a.subscriberCount == 0)
    #expect(recorder.log == ["Merge"])
  }

  @Test func cancellingInTheMiddleOfTheFirstSide() {
    let b = Manual()
    let recorder = Recorder()
    recorder.onValue = { if $0 == 3 { recorder.cancel() } }
    Publishers.Merge(Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...5), b).subscribe(recorder)
    #expect(recorder.values == [1, 2, 3])
    #expect(b.subscriberCount == 0)
  }

  @Test func requestingDuringADelivery() {
    let a = PassthroughSubject<Int, TestError>()
    let recorder = Recorder(.max(1))
    recorder.onValue = { _ in recorder.request(.max(1)) }
    Publishers.Merge(a, PassthroughSubject<Int, TestError>()).subscribe(recorder)
    for value in 1...100 { a.send(value) }
    #expect(recorder.values == Array(1...100))
  }

  // MARK: Upstreams that misbehave

  @Test func whatComesOutOfOrderIsIgnored() {
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

  // MARK: Memory

  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsLetGoOfAtTheEnd(how: String) {
    let canary = Canary()
    let a = Manual()
    let b = Manual()
    weak var merged: AnyObject?
    do {
      let token = canary.token()
      let recorder = Recorder(.none)
      recorder.onValue = { _ in token.touch() }
      a.merge(with: b).map { value in
        token.touch()
        return value
      }.subscribe(recorder)
      merged = recorder.subscription as AnyObject?
      a.send(1)
      switch how {
      case "finish":
        a.finish()
        b.finish()
        recorder.request(.max(1))
      case "fail": a.fail(TestError())
      default: recorder.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    #expect(canary.alive == 0)
    #expect(merged == nil)
  }

  @Test func waitingValuesAreLetGoOfByCancelling() {
    let canary = Canary()
    let a = ManualPublisher<Canary.Token, Never>()
    let recorder = RecordingSubscriber<Canary.Token, Never>(.none)
    Publishers.Merge(a, a).subscribe(recorder)
    a.send(canary.token())
    #expect(canary.alive == 1)
    recorder.cancel()
    #expect(canary.alive == 0)
  }

  // MARK: Names and arities

  @Test func eachArityMergesAllOfItsPublishers() {
    let p = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
    func check(_ publisher: some Publisher<Int, Never>, _ count: Int) {
      let recorder = RecordingSubscriber<Int, Never>()
      publisher.subscribe(recorder)
      for index in 0..<8 { p[index].send(index) }
      #expect(recorder.values == Array(0..<count))
    }
    check(Publishers.Merge(p[0], p[1]), 2)
    check(Publishers.Merge3(p[0], p[1], p[2]), 3)
    check(Publishers.Merge4(p[0], p[1], p[2], p[3]), 4)
    check(Publishers.Merge5(p[0], p[1], p[2], p[3], p[4]), 5)
    check(Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5]), 6)
    check(Publishers.Merge7(p[0], p[1], p[2], p[3], p[4], p[5], p[6]), 7)
    check(Publishers.Merge8(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]), 8)
    check(Publishers.MergeMany(p[0], p[1], p[2]), 3)
    check(Publishers.MergeMany(p), 8)
    check(p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6], p[7]), 8)
    check(p[0].merge(with: p[1]).merge(with: p[2]), 3)
  }

  @Test func chainsMakeTheNextArity() {
    let s = PassthroughSubject<Int, Never>()
    let e = s.eraseToAnyPublisher()
    let two: Publishers.Merge<PassthroughSubject<Int, Never>, AnyPublisher<Int, Never>> = s.merge(with: e)
    let three: Publishers.Merge3 = two.merge(with: e)
    let four: Publishers.Merge4 = three.merge(with: e)
    let five: Publishers.Merge5 = four.merge(with: e)
    let six: Publishers.Merge6 = five.merge(with: e)
    let seven: Publishers.Merge7 = six.merge(with: e)
    let eight: Publishers.Merge8 = seven.merge(with: e)
    let recorder = RecordingSubscriber<Int, Never>()
    eight.subscribe(recorder)
    s.send(1)
    #expect(recorder.values.count == 8)
    let many: Publishers.MergeMany<PassthroughSubject<Int, Never>> = s.merge(with: s)
    #expect(many.merge(with: s).publishers.count == 3)
    _ = two.merge(with: e, e, e, e, e, e) as Publishers.Merge8
    _ = three.merge(with: e, e, e, e, e) as Publishers.Merge8
  }

  @Test func nothingMergedFinishesAtOnce() {
    let recorder = RecordingSubscriber<Int, Never>(.none)
    Publishers.MergeMany([PassthroughSubject<Int, Never>]()).subscribe(recorder)
    #expect(recorder.log == ["Merge", "finished"])
  }

  @Test func equality() {
    #expect(Publishers.Merge(Just(1), Just(2)) == Publishers.Merge(Just(1), Just(2)))
    #expect(Publishers.Merge3(Just(1), Just(2), Just(3)) != Publishers.Merge3(Just(1), Just(2), Just(4)))
    #expect(Publishers.MergeMany(Just(1), Just(2)) == Publishers.MergeMany([Just(1), Just(2)]))
  }

  @Test func mirrorHasNoChildren() throws {
    let recorder = Recorder()
    Publishers.Merge(Manual(), Manual()).subscribe(recorder)
    let subscription = try #require(recorder.subscription)
    #expect(Mirror(reflecting: subscription).children.isEmpty)
    #expect(String(describing: subscription) == "Merge")
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
    #expect(recorder.values.count == count * each)
    for thread in 0..<count {
      let mine = recorder.values.filter { $0 / each == thread }
      #expect(mine == Array(thread * each..<(thread + 1) * each))
    }
  }

  @Test func cancellingWhileOthersSend() {
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
      #expect(canary.alive == 0)
    }
  }
}
