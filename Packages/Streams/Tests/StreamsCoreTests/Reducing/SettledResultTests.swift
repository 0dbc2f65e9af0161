import Streams
import Testing

/// A closure may end the stream that calls it. Its return value then no longer changes the result.
struct SettledResultTests {
  @Test func aPredicateMayLetALaterValueMatchFirst() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.first { value in
      if value == 1 { subject.send(2) }
      return true
    }.subscribe(subscriber)
    subject.send(1)
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [2])
    #expect(subscriber.isFinished)
  }

  @Test func aPredicateMayEndTheStream() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.last { value in
      if value == 2 { subject.send(completion: .finished) }
      return true
    }.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [1])
    #expect(subscriber.isFinished)
  }

  @Test func aReducingClosureMayEndTheStream() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    subject.reduce(0) { sum, value in
      if value == 2 { subject.send(completion: .finished) }
      return sum + value
    }.subscribe(subscriber)
    subject.send(1)
    subject.send(2)
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [1])
  }

  /// The predicate sends 2 while it looks at 1. The result for 2 is the result of the operator.
  @Test(arguments: ["first", "tryFirst", "contains", "tryContains", "allSatisfy", "tryAllSatisfy"], [0, 1])
  func aPredicateMaySendAValueThatSettlesTheResult(_ name: String, demand: Int) throws {
    let subject = PassthroughSubject<Int, any Error>()
    let results = try #require(
      results(name, of: subject) { value in
        if value == 1 { subject.send(2) }
        return (value == 2) != name.hasSuffix("llSatisfy")
      })
    let subscriber = RecordingSubscriber<Int, any Error>(.max(demand))
    results.subscribe(subscriber)
    subject.send(1)
    subject.send(3)
    if demand == 0 { subscriber.request(.max(1)) }
    expectEqual(subscriber.values, [name.hasSuffix("irst") ? 2 : name.hasSuffix("ontains") ? 1 : 0])
    #expect(subscriber.isFinished && subscriber.completions.count == 1)
  }

  /// The predicate ends the stream while it looks at 1. Its result for 1 no longer counts.
  @Test(arguments: ["first", "tryFirst", "contains", "tryContains", "allSatisfy", "tryAllSatisfy"], [0, 1])
  func aPredicateMaySettleTheResultByEndingTheStream(_ name: String, demand: Int) throws {
    let subject = PassthroughSubject<Int, any Error>()
    let results = try #require(
      results(name, of: subject) { value in
        if value == 1 { subject.send(completion: .finished) }
        return !name.hasSuffix("llSatisfy")
      })
    let subscriber = RecordingSubscriber<Int, any Error>(.max(demand))
    results.subscribe(subscriber)
    subject.send(1)
    if demand == 0 { subscriber.request(.max(1)) }
    expectEqual(subscriber.values, name.hasSuffix("irst") ? [] : name.hasSuffix("ontains") ? [0] : [1])
    #expect(subscriber.isFinished && subscriber.completions.count == 1)
  }

  @Test(arguments: [false, true]) func aPredicateMaySendAValueThatEndsTheDropping(throwing: Bool) {
    let subject = PassthroughSubject<Int, any Error>()
    var asked: [Int] = []
    let predicate = { (value: Int) -> Bool in
      asked.append(value)
      if value == 1 { subject.send(2) }
      return value == 1
    }
    let subscriber = RecordingSubscriber<Int, any Error>()
    if throwing {
      subject.tryDrop(while: predicate).subscribe(subscriber)
    } else {
      subject.drop(while: predicate).subscribe(subscriber)
    }
    for value in [1, 1, 3] { subject.send(value) }
    expectEqual(subscriber.values, [2, 1, 3])
    expectEqual(asked, [1, 2], "the dropping has ended with 2")
  }

  @Test(arguments: [false, true]) func aPredicateMaySendAValueThatEndsThePrefix(throwing: Bool) {
    let subject = PassthroughSubject<Int, any Error>()
    let predicate = { (value: Int) -> Bool in
      if value == 1 { subject.send(2) }
      return value != 2
    }
    let subscriber = RecordingSubscriber<Int, any Error>()
    if throwing {
      subject.tryPrefix(while: predicate).subscribe(subscriber)
    } else {
      subject.prefix(while: predicate).subscribe(subscriber)
    }
    for value in [0, 1, 3] { subject.send(value) }
    expectEqual(subscriber.values, [0])
    #expect(subscriber.isFinished && subscriber.completions.count == 1)
  }

  @Test func aPredicateMaySendAValueForWhichItThrows() {
    let subject = PassthroughSubject<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, any Error>()
    subject.tryFirst { value in
      if value == 2 { throw TestError("two") }
      subject.send(2)
      return true
    }.subscribe(subscriber)
    subject.send(1)
    expectEqual(subscriber.log, ["TryFirstWhere", "failure(two)"])
  }

  /// The results of the operator `name`, as numbers.
  private func results(
    _ name: String, of subject: PassthroughSubject<Int, any Error>, _ predicate: @escaping (Int) -> Bool
  ) -> AnyPublisher<Int, any Error>? {
    func number(_ result: Bool) -> Int { result ? 1 : 0 }
    return switch name {
    case "first": subject.first(where: predicate).eraseToAnyPublisher()
    case "tryFirst": subject.tryFirst(where: predicate).eraseToAnyPublisher()
    case "contains": subject.contains(where: predicate).map(number).eraseToAnyPublisher()
    case "tryContains": subject.tryContains(where: predicate).map(number).eraseToAnyPublisher()
    case "allSatisfy": subject.allSatisfy(predicate).map(number).eraseToAnyPublisher()
    case "tryAllSatisfy": subject.tryAllSatisfy(predicate).map(number).eraseToAnyPublisher()
    default: nil
    }
  }
}
