import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>

private func recorder(
  _ demand: Subscribers.Demand = .unlimited, more: @escaping (String) -> Subscribers.Demand = { _ in .none }
) -> RecordingSubscriber<String, TestError> { RecordingSubscriber(demand, more: more) }

struct CombineLatestTests {
  @Test func sendsTheLatestOfAllOnceAllHaveOne() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.send(2)
    expectEqual(recorder.log, ["CombineLatest"])
    b.send(11)
    b.send(12)
    a.send(3)
    expectEqual(recorder.values, ["2-11", "2-12", "3-12"])
  }

  @Test func finishesWhenAllHave() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.finish()
    b.send(11)
    b.send(12)
    expectEqual(recorder.log, ["CombineLatest", "1-11", "1-12"])
    b.finish()
    expectEqual(recorder.log.last, "finished")
    #expect(!a.isCancelled && !b.isCancelled)
  }

  @Test func finishesWhenOneFinishesWithoutAValue() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let recorder = recorder(.none)
    a.combineLatest(b, c) { "\($0)-\($1)-\($2)" }.subscribe(recorder)
    a.send(1)
    b.finish()
    expectEqual(recorder.log, ["CombineLatest", "finished"])
    #expect(a.isCancelled && !b.isCancelled && c.isCancelled)
  }

  @Test func failsWithTheFirst() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    b.fail(TestError("first"))
    a.fail(TestError("second"))
    expectEqual(recorder.log, ["CombineLatest", "failure(first)"])
    #expect(a.isCancelled && !b.isCancelled)
  }

  @Test func aFailureThatComesDuringTheLastDeliveryIsReleased() {
    final class Tracked: Error {}
    weak var error: Tracked?
    let a = ManualPublisher<Int, any Error>()
    let b = ManualPublisher<Int, any Error>()
    let recorder = RecordingSubscriber<Int, any Error>()
    a.combineLatest(b, +).subscribe(recorder)
    a.send(1)
    recorder.onValue = { _ in
      let tracked = Tracked()
      error = tracked
      b.fail(tracked)
      recorder.cancel()
    }
    b.send(2)
    expectEqual(recorder.values, [3])
    #expect(error == nil, "the subscription, which the recorder keeps, releases it")
  }

  // MARK: Demand

  @Test func aValueWithoutDemandUpdatesTheLatestAndIsNotQueued() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(1))
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(11)
    a.send(2)
    a.send(3)
    expectEqual(recorder.values, ["1-11"])
    recorder.request(.max(2))
    expectEqual(recorder.values, ["1-11"])
    b.send(12)
    expectEqual(recorder.values, ["1-11", "3-12"])
  }

  @Test func demandReachesEverySide() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(1), more: { _ in .max(2) })
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    expectEqual(a.send(1), .none)
    expectEqual(b.send(11), .max(2))
    expectEqual(a.log, ["request(max(1))", "request(max(2))"])
    expectEqual(b.log, ["request(max(1))"])
    recorder.request(.unlimited)
    #expect(a.demand == .unlimited && b.demand == .unlimited)
  }

  @Test func aWithheldChangeDoesNotDelayTheEnd() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.none)
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(2)
    a.finish()
    b.finish()
    expectEqual(recorder.log, ["CombineLatest", "finished"])
  }

  // MARK: Re-entrancy

  @Test func whatIsSentDuringADeliveryFollowsItInOrder() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = recorder()
    recorder.onValue = {
      guard $0 == "1-1" else { return }
      a.send(2)
      b.send(2)
      a.send(3)
      a.send(completion: .finished)
      b.send(completion: .finished)
    }
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    expectEqual(recorder.log, ["CombineLatest", "1-1", "2-1", "2-2", "3-2", "finished"])
    #expect(!recorder.wasOverlapped)
  }

  @Test func nothingComesAfterCancellingDuringADelivery() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    recorder.onValue = { _ in
      a.send(2)
      recorder.cancel()
    }
    a.combineLatest(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    b.send(2)
    expectEqual(recorder.log, ["CombineLatest", "1-1"])
    #expect(a.isCancelled && b.isCancelled)
  }

  @Test func currentValuesAreCombinedAtOnce() {
    let a = CurrentValueSubject<Int, Never>(1)
    let b = CurrentValueSubject<String, Never>("a")
    let recorder = RecordingSubscriber<String, Never>()
    a.combineLatest(b) { "\($0)\($1)" }.subscribe(recorder)
    a.value = 2
    b.value = "b"
    expectEqual(recorder.values, ["1a", "2a", "2b"])
  }

  // MARK: Memory

  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsReleasedAtTheEnd(how: String) {
    let canary = Canary()
    let a = ManualPublisher<Canary.Token, TestError>()
    let b = ManualPublisher<Int, TestError>()
    weak var combined: AnyObject?
    do {
      let token = canary.token()
      let recorder = recorder()
      a.combineLatest(b) { _, number in
        token.touch()
        return "\(number)"
      }.subscribe(recorder)
      combined = recorder.subscription as AnyObject?
      a.send(canary.token())
      a.send(canary.token())
      expectEqual(canary.alive, 2)
      b.send(1)
      switch how {
      case "finish":
        a.finish()
        b.finish()
      case "fail": b.fail(TestError())
      default: recorder.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    expectEqual(canary.alive, 0)
    #expect(combined == nil)
  }

  // MARK: Names and arities

  @Test func everyArityCombinesTheLatestValues() {
    let s = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
    let two = recorder()
    let three = recorder()
    let four = recorder()
    let mapped = recorder()
    Publishers.CombineLatest(s[0], s[1]).map { "\($0)\($1)" }.subscribe(two)
    Publishers.CombineLatest3(s[0], s[1], s[2]).map { "\($0)\($1)\($2)" }.subscribe(three)
    s[0].combineLatest(s[1], s[2], s[3]).map { "\($0)\($1)\($2)\($3)" }.subscribe(four)
    s[0].combineLatest(s[1], s[2], s[3]) { "\($0)\($1)\($2)\($3)" }.subscribe(mapped)
    for value in 0..<6 { s[value % 4].send(value) }
    expectEqual(two.log, ["CombineLatest", "01", "41", "45"])
    expectEqual(three.log, ["CombineLatest", "012", "412", "452"])
    expectEqual(four.log, ["CombineLatest", "0123", "4123", "4523"])
    expectEqual(mapped.log, four.log)
  }

  // MARK: Threads

  @Test(arguments: [Subscribers.Demand.unlimited, .max(2)]) func latestValuesOnlyGrowAcrossThreads(
    demand: Subscribers.Demand
  ) {
    let count = 3_000
    let sources = (0..<3).map { _ in BlockingSource() }
    let recorder = RecordingSubscriber<[Int], Never>(demand, more: { _ in demand == .unlimited ? .none : .max(2) })
    sources[0].combineLatest(sources[1], sources[2]) { [$0, $1, $2] }.subscribe(recorder)
    onThreads(3) { thread in
      for value in 0..<count { sources[thread].send(value) }
      sources[thread].finish()
    }
    #expect(recorder.isFinished && !recorder.wasOverlapped)
    for (old, new) in zip(recorder.values, recorder.values.dropFirst()) {
      expectEqual((0..<3).map { new[$0] - old[$0] }.sorted(), [0, 0, 1])
    }
    expectEqual(recorder.values.last, [count - 1, count - 1, count - 1])
  }
}
