import Streams
import Testing

/// A closure of the user ends the stream while an operator waits for what it makes of a value: nothing may follow.
///
/// Operators without a subscription of their own do not know; for them ``Border`` does, where the publisher is ours.
struct EndedByAClosureTests {
  enum Ending: String, CaseIterable { case finish, cancel }

  @Test(arguments: callingOperators.map(\.name), Ending.allCases)
  func nothingFollowsAnEndOrACancellation(_ name: String, _ ending: Ending) throws {
    let row = try #require(callingOperators.first { $0.name == name })
    let (log, calls) = row.run(ending)
    expectEqual(log, ending == .finish ? ["finished"] : [])
    expectEqual(calls, 1)
  }
}

extension EndedByAClosureTests {
  @Test func closuresOfAnAnySubscriberAreNotCalledAfterTheyHaveCancelled() {
    let subject = PassthroughSubject<Int, Never>()
    var subscription: (any Subscription)?
    var values: [Int] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: {
        subscription = $0
        $0.request(.unlimited)
      },
      receiveValue: {
        values.append($0)
        return .none
      })
    subject.map { x -> Int in
      if x == 2 { subscription?.cancel() }
      return x
    }.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    expectEqual(values, [1])
  }

  @Test func anAnySubscriberMayBeUsedForSeveralPublishers() {
    var values: [Int] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: {
        values.append($0)
        return .none
      })
    let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    subjects[0].subscribe(subscriber)
    subjects[0].send(1)
    subjects[0].send(completion: .finished)
    subjects[1].subscribe(subscriber)
    subjects[1].send(2)
    subjects[2].subscribe(subscriber)
    subjects[1].send(completion: .finished)
    subjects[2].send(3)
    subjects[3].subscribe(subscriber)
    subjects[2].send(completion: .finished)
    subjects[3].send(4)
    expectEqual(values, [1, 2, 3, 4])
  }

  @Test func anErrorThatIsChangedAfterACancellationIsNotSent() {
    let subject = PassthroughSubject<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    subject.mapError { error in
      subscriber.cancel()
      return error
    }.subscribe(subscriber)
    subject.send(completion: .failure(TestError()))
    expectEqual(subscriber.log, ["PassthroughSubject"])
  }

  /// A wrapper shows itself as the operator that it wraps.
  @Test func theSubscriptionIsThatOfTheUpstream() throws {
    let subject = PassthroughSubject<Int, Never>()
    let plain = record(subject)
    let mapped = record(subject.map { $0 })
    for recorded in [plain, mapped] {
      let subscription = try #require(recorded.subscription)
      expectEqual(portrait(subscription), "PassthroughSubject(parent, downstream, demand, subject)")
      let shown = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
      expectEqual(shown.playgroundDescription as? String, "PassthroughSubject")
      expectEqual(subscription.combineIdentifier, subscription.combineIdentifier)
    }
    #expect(plain.subscription?.combineIdentifier != mapped.subscription?.combineIdentifier)
  }
}

private struct CallingOperator {
  let name: String
  /// Sends two values, and has a closure end the stream at the second. Returns what arrives from then on, and how often
  /// the closure ended it.
  let run: (EndedByAClosureTests.Ending) -> (log: [String], calls: Int)
}

/// The closures of an operator call it.
private final class Hook {
  var isArmed = false
  var calls = 0
  var end: () -> Void = {}

  func call() {
    guard isArmed else { return }
    isArmed = false
    calls += 1
    end()
  }
}

private func row<P: Publisher>(
  _ name: String, _ make: @escaping (PassthroughSubject<Int, Never>, Hook) -> P
) -> CallingOperator {
  CallingOperator(name: name) { ending in
    let subject = PassthroughSubject<Int, Never>()
    let hook = Hook()
    let subscriber = record(make(subject, hook))
    subject.send(1)
    let before = subscriber.log.count
    hook.end = {
      switch ending {
      case .finish: subject.send(completion: .finished)
      case .cancel: subscriber.cancel()
      }
    }
    hook.isArmed = true
    subject.send(2)
    return (Array(subscriber.log.dropFirst(before)), hook.calls)
  }
}

/// The closures let 1 and 2 pass, except that `drop` drops 1.
nonisolated(unsafe) private let callingOperators: [CallingOperator] = [
  row("map") { s, hook in
    s.map { x -> Int in
      hook.call(); return x
    }
  },
  row("map, erased") { s, hook in
    s.map { x -> Int in
      hook.call(); return x
    }.eraseToAnyPublisher()
  },
  row("map among others") { s, hook in
    s.filter { $0 > 0 }.map { x -> Int in
      hook.call(); return x
    }.map { $0 + 1 }.filter { $0 > 0 }.compactMap { $0 }
  },
  row("map of a key path") { s, hook in s.map { Touchy($0, hook) }.map(\.touchedNumber) },
  row("map behind an operator with a subscription") { s, hook in
    s.dropFirst(0).map { x -> Int in
      hook.call(); return x
    }
  },
  row("map behind share") { s, hook in
    s.share().map { x -> Int in
      hook.call(); return x
    }
  },
  row("filter") { s, hook in
    s.filter { _ in
      hook.call(); return true
    }
  },
  row("compactMap") { s, hook in
    s.compactMap { x -> Int? in
      hook.call(); return x
    }
  },
  row("scan") { s, hook in
    s.scan(0) { sum, x in
      hook.call(); return sum + x
    }
  },
  row("breakpoint") { s, hook in
    s.breakpoint(receiveOutput: { _ in
      hook.call(); return false
    })
  },
  row("tryMap") { s, hook in
    s.tryMap { x -> Int in
      hook.call(); return x
    }
  },
  row("tryFilter") { s, hook in
    s.tryFilter { _ in
      hook.call(); return true
    }
  },
  row("tryCompactMap") { s, hook in
    s.tryCompactMap { x -> Int? in
      hook.call(); return x
    }
  },
  row("tryScan") { s, hook in
    s.tryScan(0) { sum, x -> Int in
      hook.call(); return sum + x
    }
  },
  row("removeDuplicates") { s, hook in s.map { Touchy($0, hook) }.removeDuplicates() },
  row("removeDuplicates(by:)") { s, hook in
    s.removeDuplicates {
      hook.call(); return $0 == $1
    }
  },
  row("tryRemoveDuplicates") { s, hook in
    s.tryRemoveDuplicates {
      hook.call(); return $0 == $1
    }
  },
  row("drop(while:)") { s, hook in
    s.drop {
      hook.call(); return $0 < 2
    }
  },
  row("tryDrop(while:)") { s, hook in
    s.tryDrop {
      hook.call(); return $0 < 2
    }
  },
  row("prefix(while:)") { s, hook in
    s.prefix { _ in
      hook.call(); return true
    }
  },
  row("tryPrefix(while:)") { s, hook in
    s.tryPrefix { _ in
      hook.call(); return true
    }
  },
  row("tryPrefix(while:), throwing") { s, hook in
    s.tryPrefix { x in
      hook.call()
      if x == 2 { throw TestError() }
      return true
    }
  },
  row("encode") { s, hook in s.encode(encoder: TouchyCoder(hook: hook)) },
  row("decode") { s, hook in s.decode(type: Int.self, decoder: TouchyCoder(hook: hook)) },
  row("handleEvents") { s, hook in s.handleEvents(receiveOutput: { _ in hook.call() }) },
  row("measureInterval") { s, hook in s.measureInterval(using: Timeless(whenAsked: hook.call)) },
]

private struct Touchy: Equatable {
  let number: Int
  let hook: Hook
  init(_ number: Int, _ hook: Hook) {
    self.number = number
    self.hook = hook
  }
  var touchedNumber: Int {
    hook.call()
    return number
  }
  static func == (one: Touchy, other: Touchy) -> Bool {
    one.hook.call()
    return one.number == other.number
  }
}

private struct TouchyCoder: TopLevelEncoder, TopLevelDecoder {
  let hook: Hook
  func encode<T: Encodable>(_ value: T) -> Int {
    hook.call()
    return 0
  }
  func decode<T: Decodable>(_ type: T.Type, from number: Int) throws -> T {
    hook.call()
    guard let value = number as? T else { throw TestError() }
    return value
  }
}
