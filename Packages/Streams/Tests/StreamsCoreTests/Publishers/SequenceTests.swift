import Streams
import Testing

struct SequenceTests {
  @Test func sendsWhatIsAskedForAndFinishesWithTheLast() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    [1, 2, 3].publisher.subscribe(subscriber)
    expectEqual(subscriber.log, ["[1, 2, 3]", "1", "2"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["[1, 2, 3]", "1", "2", "3", "finished"])
  }

  @Test func anEmptySequenceFinishesWithoutDemand() {
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    [Int]().publisher.subscribe(subscriber)
    expectEqual(subscriber.log, ["Empty", "finished"])
  }

  @Test func theSubscriptionIsDescribedAsTheSequenceUntilItEnds() throws {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    [1, 2].publisher.subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    expectEqual(subscriber.log.first, "[1, 2]")
    expectEqual(portrait(subscription), "[1, 2](sequence)")
    subscriber.request(.max(1))
    expectEqual(portrait(subscription), "Sequence(sequence)")
  }

  /// To slice it would call the user's closures.
  @Test func aLazySequenceIsDescribedAsAWhole() throws {
    var calls = 0
    func note(_ number: Int) -> Bool {
      calls += 1
      return number > 0
    }
    func subscription<S: Sequence>(of sequence: S) throws -> any Subscription {
      let subscriber = RecordingSubscriber<S.Element, Never>(.max(1))
      Publishers.Sequence<S, Never>(sequence: sequence).subscribe(subscriber)
      return try #require(subscriber.subscription)
    }
    let filtered = [1, 2, 3][...].lazy.filter(note)
    let lazy = try [
      subscription(of: [1, 2, 3].lazy.map(note)), subscription(of: filtered),
      subscription(of: filtered.reversed() as ReversedCollection), subscription(of: filtered.dropFirst()),
      subscription(of: AnyCollection(filtered)), subscription(of: AnyBidirectionalCollection(filtered)),
      subscription(of: AnyBidirectionalCollection(filtered).reversed() as ReversedCollection),
      subscription(of: AnyRandomAccessCollection([1, 2].lazy.map(note))),
    ]
    let before = calls
    lazy.forEach { _ = portrait($0) }
    expectEqual(calls, before)
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
      expectEqual(String(describing: subscription), "Sequence")
      expectEqual(subscriber.values.count, 100)
    }
  }

  @Test func demandMayComeFromInside() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    subscriber.onValue = { if $0 < 3 { subscriber.request(.max(1)) } }
    (0..<9).publisher.subscribe(subscriber)
    expectEqual(subscriber.values, [0, 1, 2, 3])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func limitedDemandMayBecomeUnlimitedOnTheWay() {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 0 ? .unlimited : .none }
    (0..<5).publisher.subscribe(subscriber)
    expectEqual(subscriber.values, [0, 1, 2, 3, 4])
    #expect(subscriber.isFinished)
  }

  @Test func cancelFromInsideStopsIt() {
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { if $0 == 2 { subscriber.cancel() } }
    (0..<9).publisher.subscribe(subscriber)
    expectEqual(subscriber.log, ["0..<9", "0", "1", "2"])
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
    expectEqual(subscriber.values, demand == .unlimited ? [1, 2] : [1])
    expectEqual(made, 3)
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
      expectEqual(subscriber.values, demand == .unlimited ? [1] : [])
      #expect(subscriber.completions.isEmpty)
    }
  }

  @Test func aQuarterMillionRequestsFromInsideDoNotRecurse() {
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
    (0..<250_000).publisher.subscribe(counting)
    expectEqual(sum, 31_249_875_000)
  }

  @Test func dropsEverythingWhenCancelled() throws {
    let canary = Canary()
    let subscriber = RecordingSubscriber<Canary.Token, Never>(.max(1))
    Array([canary.token(), canary.token()]).publisher.subscribe(subscriber)
    expectEqual(canary.alive, 2)
    subscriber.cancel()
    expectEqual(canary.alive, 1)
    let subscription = try #require(subscriber.subscription)
    expectEqual(String(describing: subscription), "Sequence")
  }
}
