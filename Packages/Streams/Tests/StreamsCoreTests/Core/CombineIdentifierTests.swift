import Streams
import Testing

struct CombineIdentifierTests {
  private final class Participant: CustomCombineIdentifierConvertible {}

  @Test func newOnesDiffer() {
    expectEqual(Set((0..<100).map { _ in CombineIdentifier() }).count, 100)
  }

  @Test func anObjectKeepsItsIdentifier() {
    let (one, other) = (Participant(), Participant())
    expectEqual(one.combineIdentifier, one.combineIdentifier)
    expectEqual(one.combineIdentifier, CombineIdentifier(one))
    #expect(one.combineIdentifier != other.combineIdentifier)
  }

  @Test func isShownInHexadecimal() throws {
    let text = CombineIdentifier().description
    #expect(text.hasPrefix("0x"))
    #expect(UInt64(text.dropFirst(2), radix: 16) != nil)
  }

  /// Each operator's subscriber is a participant of its own, whether it is an object or not.
  @Test func theParticipantsOfAChainDiffer() {
    var seen: [CombineIdentifier] = []
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    seen.append(sink.combineIdentifier)
    func chain(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
      upstream.map { $0 + 1 }.filter { $0 > 0 }.scan(0, +).prefix(3).eraseToAnyPublisher()
    }
    struct Observer: Publisher {
      let note: (CombineIdentifier) -> Void
      func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        note(subscriber.combineIdentifier)
        Just(1).receive(subscriber: subscriber)
      }
      typealias Output = Int
      typealias Failure = Never
    }
    let observer = Observer { seen.append($0) }
    observer.subscribe(sink)
    expectEqual(seen, [sink.combineIdentifier, sink.combineIdentifier])
    chain(observer).subscribe(sink)
    observer.map { $0 + 1 }.subscribe(sink)
    observer.map { $0 + 1 }.filter { $0 > 0 }.subscribe(sink)
    expectEqual(Set(seen).count, 4)
  }

  /// A custom publisher may keep its subscribers by their identifiers.
  @Test func operatorsBeforeOneSubscriberDiffer() {
    final class Lines: Publisher {
      typealias Output = Int
      typealias Failure = Never
      var send: [CombineIdentifier: (Int) -> Void] = [:]

      func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        send[subscriber.combineIdentifier] = { _ = subscriber.receive($0) }
        subscriber.receive(subscription: Subscriptions.empty)
      }
    }
    let (lines, subscriber) = (Lines(), RecordingSubscriber<Int, Never>())
    lines.map { $0 * 10 }.subscribe(subscriber)
    lines.map { $0 * 100 }.subscribe(subscriber)
    lines.filter { $0 > 0 }.subscribe(subscriber)
    for send in lines.send.values { send(1) }
    expectEqual(subscriber.values.sorted(), [1, 10, 100])
  }

  @Test func manyOperatorsInARowDiffer() {
    let lines = Identifiers()
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    var row = lines.eraseToAnyPublisher()
    for _ in 0..<300 {
      row.subscribe(sink)
      row = row.map { $0 }.eraseToAnyPublisher()
    }
    expectEqual(Set(lines.subscribers.map(\.combineIdentifier)).count, 300)
  }

  private final class Identifiers: Publisher {
    typealias Output = Int
    typealias Failure = Never
    var subscribers: [any Subscriber] = []

    func receive<S: Subscriber<Int, Never>>(subscriber: S) { subscribers.append(subscriber) }
  }
}
