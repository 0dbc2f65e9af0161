import Streams
import Testing

@Suite struct SequenceTests {
  @Test func sendsWhatIsAskedForAndFinishesWithTheLast() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    [1, 2, 3].publisher.subscribe(subscriber)
    #expect(subscriber.log == ["[1, 2, 3]", "1", "2"])
    subscriber.request(.max(1))
    #expect(subscriber.log == ["[1, 2, 3]", "1", "2", "3", "finished"])
  }

  @Test func anEmptySequenceFinishesWithoutDemand() {
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    [Int]().publisher.subscribe(subscriber)
    #expect(subscriber.log == ["Empty", "finished"])
  }

  @Test func theSubscriptionIsDescribedAsWhatIsLeftUntilItEnds() throws {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    [1, 2, 3].publisher.subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    #expect(subscriber.log.first == "[1, 2, 3]")
    #expect(String(describing: subscription) == "[2, 3]")
    #expect(portrait(subscription) == "[2, 3](sequence)")
    subscriber.request(.max(1))
    #expect(portrait(subscription) == "[3](sequence)")
    subscriber.request(.max(1))
    #expect(portrait(subscription) == "Sequence(sequence)")
  }

  @Test func whatIsLeftLooksLikeTheSequence() {
    #expect(descriptions(0..<4) == ["0..<4", "1..<4", "2..<4", "3..<4", "4..<4"])
    #expect(descriptions(1...3) == ["1...3", "2...3", "3...3", "[]"])
    #expect(descriptions("abc") == ["abc", "bc", "c", ""])
    #expect(descriptions([1, 2, 3][1...]) == ["[2, 3]", "[3]", "[]"])
  }

  /// To look at what is left of it would be to take it, to make its elements or to call the user's code.
  @Test func aSequenceWithoutPartsOfItsOwnTypeIsDescribedAsAWhole() throws {
    #expect(descriptions(["a": 1]) == [#"["a": 1]"#, #"["a": 1]"#])
    var calls = 0
    let lazy = [1, 2].lazy.map { number -> Int in
      calls += 1
      return number
    }
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    Publishers.Sequence<LazyMapSequence<[Int], Int>, Never>(sequence: lazy).subscribe(subscriber)
    let before = calls
    _ = portrait(subscriber.subscription)
    #expect(calls == before)
  }

  @Test func anEndlessRangeIsDescribedAtOnce() throws {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    (1...Int.max).publisher.subscribe(subscriber)
    #expect(portrait(subscriber.subscription) == "2...9223372036854775807(sequence)")
    let all = RecordingSubscriber<Int, Never>(.max(1))
    (Int.min...Int.max).publisher.subscribe(all)
    #expect(portrait(all.subscription) == "\(Int.min + 1)...\(Int.max)(sequence)")
    let seven = RecordingSubscriber<Int, Never>(.max(1))
    repeatElement(7, count: .max).publisher.subscribe(seven)
    #expect(portrait(seven.subscription).contains("count: 9223372036854775807"))
  }

  @Test func aSequenceForOneTimeIsDescribedAsAWhole() {
    struct Once: Sequence, CustomStringConvertible {
      let description = "once"
      func makeIterator() -> AnyIterator<Int> {
        var next = 0
        return AnyIterator {
          next += 1
          return next < 4 ? next : nil
        }
      }
    }
    #expect(descriptions(Once()) == ["once", "once", "once", "once"])
  }

  /// How the subscription is described when it comes, and in each delivery.
  private func descriptions<S: Sequence>(_ sequence: S) -> [String] {
    var found: [[String]] = []
    for demand in [Subscribers.Demand.unlimited, .max(9)] {
      let subscriber = RecordingSubscriber<S.Element, Never>(demand)
      var seen: [String] = []
      subscriber.onValue = { _ in seen.append(subscriber.subscription.map { "\($0)" } ?? "") }
      sequence.publisher.subscribe(subscriber)
      found.append([subscriber.log[0]] + seen)
    }
    #expect(found[0] == found[1])
    return found[0]
  }

  @Test func itMayBeDescribedWhileAnotherThreadSendsAndEndsIt() throws {
    for _ in 0..<50 {
      let subscriber = RecordingSubscriber<Int, Never>(.none)
      Array(0..<100).publisher.subscribe(subscriber)
      nonisolated(unsafe) let subscription = try #require(subscriber.subscription)
      onThreads(2) { index in
        if index == 0 {
          subscription.request(.max(90))
          subscription.request(.unlimited)
        } else {
          for _ in 0..<20 { _ = String(describing: subscription) }
        }
      }
      #expect(String(describing: subscription) == "Sequence")
      #expect(subscriber.values.count == 100)
    }
  }

  @Test func demandMayComeFromInside() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    subscriber.onValue = { if $0 < 3 { subscriber.request(.max(1)) } }
    (0..<9).publisher.subscribe(subscriber)
    #expect(subscriber.values == [0, 1, 2, 3])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func limitedDemandMayBecomeUnlimitedOnTheWay() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 0 ? .unlimited : .none }
    (0..<5).publisher.subscribe(subscriber)
    #expect(subscriber.values == [0, 1, 2, 3, 4])
    #expect(subscriber.isFinished)
  }

  @Test func cancelFromInsideStopsIt() {
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { if $0 == 2 { subscriber.cancel() } }
    (0..<9).publisher.subscribe(subscriber)
    #expect(subscriber.log == ["0..<9", "0", "1", "2"])
  }

  @Test(arguments: [Subscribers.Demand.unlimited, .max(5), .max(2)])
  func cancelFromWithinTheIteratorStopsIt(_ demand: Subscribers.Demand) {
    let subscriber = RecordingSubscriber<Int, Never>(demand)
    var made = 0
    let elements = AnySequence {
      AnyIterator {
        made += 1
        if made == 3 { subscriber.cancel() }
        return made
      }
    }
    elements.publisher.subscribe(subscriber)
    // With limited demand the next element is made before one is sent, as it might be the last.
    #expect(subscriber.values == (demand == .unlimited ? [1, 2] : [1]))
    #expect(made == 3)
    #expect(subscriber.completions.isEmpty)
  }

  @Test func cancelFromWithinTheIteratorAtItsEndStopsIt() {
    for demand in [Subscribers.Demand.unlimited, .max(5)] {
      let subscriber = RecordingSubscriber<Int, Never>(demand)
      var made = 0
      AnySequence {
        AnyIterator {
          made += 1
          if made == 2 { subscriber.cancel() }
          return made < 2 ? made : nil
        }
      }.publisher.subscribe(subscriber)
      #expect(subscriber.values == (demand == .unlimited ? [1] : []))
      #expect(subscriber.completions.isEmpty)
    }
  }

  @Test func aMillionRequestsFromInsideDoNotRecurse() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    var sum = 0
    let counting = AnySubscriber<Int, Never>(
      receiveSubscription: {
        subscriber.receive(subscription: $0)
      },
      receiveValue: {
        sum += $0
        subscriber.request(.max(1))
        return .none
      })
    (0..<1_000_000).publisher.subscribe(counting)
    #expect(sum == 499_999_500_000)
  }

  @Test func dropsEverythingWhenCancelled() throws {
    let canary = Canary()
    let subscriber = RecordingSubscriber<Canary.Token, Never>(.max(1))
    Array([canary.token(), canary.token()]).publisher.subscribe(subscriber)
    #expect(canary.alive == 2)
    subscriber.cancel()
    #expect(canary.alive == 1)
    let subscription = try #require(subscriber.subscription)
    #expect(String(describing: subscription) == "Sequence")
  }
}
