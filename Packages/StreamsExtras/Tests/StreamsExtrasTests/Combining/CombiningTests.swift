import StreamsExtras
import StreamsTesting
import Testing

struct CombiningTests {
  let time = VirtualTimeScheduler()

  @Test func samplesWhatIsNew() {
    let letters = time.cold("-a-b----c-|")
    let ticks = time.cold("--x--x-x-x-x|")
    time.expect(letters.sample(ticks), toEqual: "--a--b---c|")
  }

  @Test func sampleEndsWithItsTrigger() {
    time.expect(time.cold("-a-b-c-|").sample(time.cold("--x-|")), toEqual: "--a-|")
  }

  @Test func ambFollowsTheQuicker() {
    let slow = time.cold("--a-b-|")
    let quick = time.cold("-c---d|")
    time.expect(slow.amb(quick), toEqual: "-c---d|")
    time.expect([slow, quick, time.cold("-----------|")].amb(), toEqual: "-c---d|")
    #expect(slow.subscriptions.allSatisfy { $0.cancellationTime != nil })
  }

  @Test func ambWithoutCandidatesFinishes() {
    time.expect([TestPublisher<String, Never>]().amb(), toEqual: "|")
  }

  @Test func combinesTheLatestOfMany() {
    var sent: [[Int]] = []
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    var hasFinished = false
    let sink = subjects.combineLatest().sink(receiveCompletion: { _ in hasFinished = true }) { sent.append($0) }
    for (value, subject) in subjects.enumerated() { subject.send(value) }
    subjects[1].send(7)
    expectEqual(sent, [[0, 1, 2], [0, 7, 2]])
    for subject in subjects {
      #expect(!hasFinished)
      subject.send(completion: .finished)
    }
    #expect(hasFinished)
    withExtendedLifetime(sink) {}
  }

  /// As Combine's own: what a subject keeps for a request comes with the next one.
  @Test func combinesTheLatestOfManyAsRequested() {
    let subjects = (0..<2).map { CurrentValueSubject<Int, Never>($0) }
    var sent: [[Int]] = []
    var subscription: (any Subscription)?
    subjects.combineLatest().subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          sent.append($0)
          return .none
        }))
    expectEqual(sent, [])
    subscription?.request(.max(1))
    subjects[0].value = 7
    expectEqual(sent, [[0, 1]])
    subscription?.request(.max(1))
    expectEqual(sent, [[0, 1], [7, 1]])
  }

  /// Each change that is requested is sent, whichever publisher sends it, as by the operator for up to four.
  @Test func combinesTheLatestOfManyLikeTheOperatorOfFour() {
    func check<P: Publisher<[Int], Never>>(
      _ count: Int, combine: ([PassthroughSubject<Int, Never>]) -> P, expect expected: [[Int]]
    ) {
      let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
      var sent: [[Int]] = []
      var subscription: (any Subscription)?
      combine(subjects).subscribe(
        AnySubscriber(
          receiveSubscription: {
            subscription = $0
            $0.request(.max(1))
          },
          receiveValue: {
            sent.append($0)
            // Sent during the delivery: with the demand that is returned for it.
            if $0[1] == 7 { subjects[0].send(8) }
            return $0[1] == 7 ? .max(1) : .none
          }))
      for subject in subjects { subject.send(1) }
      subjects[0].send(2)
      subscription?.request(.max(1))
      subjects[0].send(2)
      subjects[1].send(2)
      subjects[2].send(2)
      subscription?.request(.max(1))
      subjects[0].send(3)
      subjects[1].send(7)
      subscription?.request(.max(1))
      subjects[1].send(7)
      expectEqual(sent.map { Array($0.prefix(4)) }, expected)
    }
    let expected = [[1, 1, 1, 1], [2, 1, 1, 1], [3, 2, 2, 1], [3, 7, 2, 1], [8, 7, 2, 1]]
    check(4, combine: { $0[0].combineLatest($0[1], $0[2], $0[3]).map { [$0, $1, $2, $3] } }, expect: expected)
    for count in 4...9 { check(count, combine: { $0.combineLatest() }, expect: expected) }
  }

  @Test func combineLatestOfManyForwardsDemand() {
    var requests = Array(repeating: Subscribers.Demand.none, count: 6)
    let subjects = (0..<6).map { _ in PassthroughSubject<Int, Never>() }
    var subscription: (any Subscription)?
    subjects.enumerated()
      .map { number, subject in subject.handleEvents(receiveRequest: { requests[number] += $0 }) }
      .combineLatest()
      .subscribe(
        AnySubscriber(
          receiveSubscription: {
            subscription = $0
            $0.request(.max(2))
          },
          receiveValue: { _ in .max(3) }))
    expectEqual(requests, Array(repeating: .max(2), count: 6))
    for subject in subjects { subject.send(1) }
    expectEqual(requests, Array(repeating: .max(5), count: 6))
    subscription?.request(.unlimited)
    expectEqual(requests, Array(repeating: .unlimited, count: 6))
  }

  @Test func zipsACollectionInOrder() {
    var sent: [[Int]] = []
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    var hasFinished = false
    let sink = subjects.zip().sink(receiveCompletion: { _ in hasFinished = true }) { sent.append($0) }
    for value in 0..<3 { subjects[0].send(value) }
    subjects[0].send(completion: .finished)
    for subject in subjects[1...] { for value in 10..<13 { subject.send(value) } }
    expectEqual(sent, [[0, 10, 10], [1, 11, 11], [2, 12, 12]])
    #expect(hasFinished)
    withExtendedLifetime(sink) {}
  }

  @Test func anEmptyCollectionFinishesAtOnce() {
    time.expect([TestPublisher<String, Never>]().combineLatest().map { _ in "x" }, toEqual: "|")
    time.expect([TestPublisher<String, Never>]().zip().map { _ in "x" }, toEqual: "|")
    time.expect([TestPublisher<String, Never>]().merge(), toEqual: "|")
  }

  @Test func mergesACollection() {
    time.expect([time.cold("-a---b|"), time.cold("---c--|"), time.cold("--d----|")].merge(), toEqual: "-adc-b-|")
  }

  @Test func mapsOneAfterTheOther() {
    let inner = time.cold("-x-y|")
    time.expect([1, 2].publisher.concatMap { _ in inner }, toEqual: "-x-y-x-y|")
  }

  @Test func flatMapLatestReplacesTheRunningPublisher() {
    time.expect(
      time.cold("-1---2---3-|").flatMapLatest { _ in self.time.cold("-x--y--z|") }, toEqual: "--x---x---x--y--z|")
  }

  @Test func flatMapFirstDropsValuesWhileAPublisherRuns() {
    let inner = time.cold("-x--y|")
    time.expect(time.cold("-1-2--3---4-|").flatMapFirst { _ in inner }, toEqual: "--x--y-----x--y|")
  }

  /// A publisher whose value is not requested yet has not finished.
  @Test func mapsTheFirstAsRequested() {
    let subject = PassthroughSubject<Int, Never>()
    var (begun, sent): ([Int], [Int]) = ([], [])
    var subscription: (any Subscription)?
    subject
      .flatMapFirst { value -> Just<Int> in
        begun.append(value)
        return Just(value)
      }
      .subscribe(
        AnySubscriber(
          receiveSubscription: { subscription = $0 },
          receiveValue: {
            sent.append($0)
            return .none
          }))
    for value in 1...3 { subject.send(value) }
    expectEqual(begun, [1])
    subscription?.request(.max(1))
    subject.send(4)
    expectEqual(begun, [1, 4])
    expectEqual(sent, [1])
  }

  /// Values sent within a delivery are pending. They are not lost when the next publisher begins.
  @Test func mapsTheFirstFromWithin() {
    let subject = PassthroughSubject<Int, Never>()
    let running = PassthroughSubject<Int, Never>()
    var sent: [Int] = []
    let sink = subject.flatMapFirst { $0 == 1 ? running.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }
      .sink { value in
        sent.append(value)
        guard value == 10 else { return }
        running.send(11)
        subject.send(2)
        running.send(completion: .finished)
        subject.send(3)
      }
    subject.send(1)
    running.send(10)
    expectEqual(sent, [10, 11, 3])
    withExtendedLifetime(sink) {}
  }

  /// A publisher that starts the next one while it is subscribed to does not nest it.
  @Test func mapsManyInARowWithoutRecursion() {
    let subject = PassthroughSubject<Int, Never>()
    let count = 100_000
    var sum = 0
    let sink = subject.flatMapFirst { value in
      AnyPublisher<Int, Never>.create { subscriber in
        subscriber.send(1)
        subscriber.send(completion: .finished)
        if value < count { subject.send(value + 1) }
        return AnyCancellable {}
      }
    }
    .sink { sum += $0 }
    subject.send(1)
    expectEqual(sum, count)
    withExtendedLifetime(sink) {}
  }

  @Test func startsWithSeveral() {
    time.expect(time.cold("-c|").startWith("a", "b"), toEqual: "(ab)c|")
    time.expect(time.cold("-c|").startWith(contentsOf: ["a", "b"]), toEqual: "(ab)c|")
  }

  @Test func pairwiseAndNwiseSendOverlappingValues() {
    var pairs: [String] = []
    _ = [3, 5, 4].publisher.pairwise().sink { pairs.append("\($0.0)\($0.1)") }
    expectEqual(pairs, ["35", "54"])
    var triples: [[Int]] = []
    _ = (1...5).publisher.nwise(3).sink { triples.append($0) }
    expectEqual(triples, [[1, 2, 3], [2, 3, 4], [3, 4, 5]])
  }

  @Test func takesAndDropsForAWhile() {
    let letters = time.cold("-a-b-c-d-|")
    time.expect(letters.prefix(duration: .milliseconds(4), scheduler: time), toEqual: "-a-b|")
    time.expect(letters.drop(duration: .milliseconds(4), scheduler: time), toEqual: "-----c-d-|")
    time.expect(letters.prefix(duration: .milliseconds(40), scheduler: time), toEqual: "-a-b-c-d-|")
    time.expect(letters.drop(duration: .milliseconds(40), scheduler: time), toEqual: "---------|")
    time.expect(letters.prefix(duration: .zero, scheduler: time), toEqual: "|")
    time.expect(letters.drop(duration: .zero, scheduler: time), toEqual: "-a-b-c-d-|")
  }

  /// Each operator drops the first values, and a subscriber requests one value.
  @Test func anotherValueIsRequestedForADroppedOne() {
    func check<P: Publisher>(_ name: String, _ make: (PassthroughSubject<Int, Never>) -> P) where P.Failure == Never {
      let source = PassthroughSubject<Int, Never>()
      var count = 0
      make(source).subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.max(1)) },
          receiveValue: { _ in
            count += 1
            return .none
          }))
      source.send(0)
      source.send(0)
      time.timeline.advance(by: .seconds(1))
      source.send(1)
      source.send(2)
      expectEqual(count, 1, "\(name)")
    }
    let other = PassthroughSubject<Int, Never>()
    check("drop") { $0.drop(duration: .seconds(1), scheduler: time) }
    check("withLatestFrom") { source in
      source.withLatestFrom(other).handleEvents(receiveSubscription: { _ in
        time.schedule(after: time.now.advanced(by: .milliseconds(1))) { other.send(1) }
      })
    }
    check("distinct") { $0.map { $0 == 0 ? 0 : 1 }.distinct { $0 }.dropFirst() }
    check("unwrap") { $0.map { $0 > 0 ? $0 : nil }.unwrap() }
    check("nwise") { $0.nwise(3) }
    check("eventValues") { $0.map { $0 > 0 ? MaterializedEvent<Int, Never>.value($0) : .finished }.eventValues() }
  }

  @Test func leavesNoTimerAfterTheEnd() {
    let source = PassthroughSubject<Int, Never>()
    source.prefix(duration: .seconds(4), scheduler: time).sink { _ in }.cancel()
    source.drop(duration: .seconds(4), scheduler: time).sink { _ in }.cancel()
    #expect(time.timeline.pending.isEmpty)
    let sinks = [
      source.prefix(duration: .seconds(4), scheduler: time).sink { _ in },
      source.drop(duration: .seconds(4), scheduler: time).sink { _ in },
    ]
    source.send(completion: .finished)
    #expect(time.timeline.pending.isEmpty)
    withExtendedLifetime(sinks) {}
  }
}
