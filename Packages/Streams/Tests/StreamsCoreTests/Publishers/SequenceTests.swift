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
    #expect(descriptions(ContiguousArray([1, 2])) == ["[1, 2]", "[2]", "[]"])
    #expect(descriptions("abc".unicodeScalars) == ["abc", "bc", "c", ""])
    #expect(descriptions(repeatElement("x", count: 2)).map { $0.filter(\.isNumber) } == ["2", "1", "0"])
  }

  @Test func whatIsLeftOfAReversedCollectionIsReversed() {
    let array = descriptions([1, 2, 3].reversed() as ReversedCollection)
    #expect(array[1] == String(describing: [1, 2].reversed() as ReversedCollection))
    #expect(array.last == String(describing: [Int]().reversed() as ReversedCollection))
    let range = descriptions((1...3).reversed() as ReversedCollection)
    #expect(range[1] == String(describing: (1...2).reversed() as ReversedCollection))
    #expect(range[2] == String(describing: (1...1).reversed() as ReversedCollection))
    #expect(range[3] == "[]")
    let half = descriptions((0..<2).reversed() as ReversedCollection)
    #expect(half[1] == String(describing: (0..<1).reversed() as ReversedCollection))
    let joined = [[1], [2]].joined().reversed() as ReversedCollection
    #expect(descriptions(joined) == Array(repeating: String(describing: joined), count: 3))
  }

  /// They have no parts of their own type, and to make some would be to hash their elements.
  @Test func whatIsLeftOfASetOrADictionaryIsDescribedAsOne() throws {
    let set: Set = ["a", "b", "c"]
    #expect(descriptions(set) == (0...3).map { String(describing: Array(set.dropFirst($0))) })
    #expect(descriptions(set)[2] == String(describing: Set(set.dropFirst(2))))
    #expect(descriptions(set)[3] == String(describing: Set<String>()))
    let dictionary = ["a": 1, "b": 2]
    let last = try #require(dictionary.dropFirst().first)
    #expect(descriptions(dictionary) == ["\(dictionary)", "\([last.key: last.value])", "\([String: Int]())"])
    #expect(descriptions(dictionary.keys)[1] == "\([last.key])")
    #expect(descriptions(dictionary.values)[1] == "\([last.value])")
    let pairs: KeyValuePairs = ["b": 1, "a": 2]
    #expect(descriptions(pairs) == ["\(pairs)", #"["a": 2]"#, "\([:] as KeyValuePairs<Int, Int>)"])
    let subscriber = record(dictionary.publisher, .max(1))
    let left = Mirror(reflecting: try #require(subscriber.subscription)).children.first?.value
    let mirror = Mirror(reflecting: try #require(left))
    #expect(mirror.displayStyle == .dictionary)
    #expect(mirror.children.map { "\($0.value)" } == [#"(key: "\#(last.key)", value: \#(last.value))"#])
  }

  @Test func theElementsOfASetAreNotHashedForItsDescription() throws {
    struct Element: Hashable {
      let number: Int
      let hashes: Guarded<Int>
      static func == (left: Element, right: Element) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) {
        hashes.with { $0 += 1 }
        hasher.combine(number)
      }
    }
    let hashes = Guarded(0)
    let elements = (0..<9).map { Element(number: $0, hashes: hashes) }
    let set = record(Set(elements).publisher, .max(4))
    let dictionary = record(Dictionary(uniqueKeysWithValues: elements.map { ($0, 1) }).publisher, .max(4))
    let before = hashes.value
    _ = [portrait(set.subscription), portrait(dictionary.subscription)]
    #expect(hashes.value == before)
  }

  /// Inspecting the remaining elements would call the user's closures.
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
    #expect(calls == before)
  }

  /// Its code may do anything, and need not be right.
  @Test func aCollectionOfTheUsersIsDescribedAsAWhole() throws {
    struct Short: Strideable, Hashable {
      let number: Int
      func distance(to other: Short) -> Int8 { Int8(clamping: other.number - number) }
      func advanced(by stride: Int8) -> Short { Short(number: number + Int(stride)) }
    }
    let range = Short(number: 0)...Short(number: 1000)
    let subscriber = record(range.publisher, .max(200))
    #expect(subscriber.values.count == 200)
    #expect(String(describing: try #require(subscriber.subscription)) == "\(range)")

    struct Counted: RandomAccessCollection, RangeReplaceableCollection {
      let calls = Guarded(0)
      init() { calls.with { $0 += 1 } }
      var startIndex: Int { 0 }
      var endIndex: Int { 3 }
      subscript(index: Int) -> Int {
        calls.with { $0 += 1 }
        return index
      }
      mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with new: C) where C.Element == Int {}
    }
    let counted = Counted()
    let mine: [any Subscription] = try [
      #require(record(counted.publisher, .max(1)).subscription),
      #require(record(counted.indices.publisher, .max(1)).subscription),
      #require(record(counted.dropFirst(0).publisher, .max(1)).subscription),
      #require(record((counted.reversed() as ReversedCollection).publisher, .max(1)).subscription),
    ]
    let before = counted.calls.value
    for subscription in mine { _ = "\(type(of: Mirror(reflecting: subscription).children.first?.value))" }
    #expect(counted.calls.value == before)
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
    #expect(portrait(seven.subscription).contains("count: 9223372036854775806"))
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
