import Streams
import Testing

/// Upstreams that are not ours, and break the rules.
@Suite struct ForeignUpstreamTests {
  @Test func operatorsWithoutStatePassEverythingOn() {
    let publisher = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, Never>()
    publisher.map { $0 * 10 }.filter { $0 > 0 }.compactMap { $0 }.scan(0, +).subscribe(subscriber)
    publisher.send(1)
    publisher.sendSubscription()
    publisher.sendSubscription()
    publisher.finish()
    publisher.send(2)
    publisher.finish()
    #expect(subscriber.log == ["10", "Manual", "Manual", "finished", "30", "finished"])
  }

  @Test func operatorsWithASubscriptionIgnoreWhatIsOutOfOrder() {
    let publisher = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, any Error>()
    publisher.tryCompactMap { $0 * 10 }.subscribe(subscriber)
    publisher.send(1)
    publisher.finish()
    publisher.sendSubscription()
    publisher.sendSubscription()
    #expect(publisher.log == ["request(unlimited)", "cancel"])
    publisher.send(2)
    publisher.finish()
    publisher.send(3)
    publisher.finish()
    #expect(subscriber.log == ["TryCompactMap", "20", "finished"])
  }

  @Test func theUpstreamSeesTheOperatorsThemselves() {
    struct Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let look: (Any) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { look(subscriber) }
    }
    var names: [String] = []
    let looking = Looking { names.append("\($0)") }
    let many = looking.map { $0 + 1 }.map { $0 + 1 }.filter { $0 > 0 }.compactMap { $0 }.filter { $0 > 1 }
    many.subscribe(AnySubscriber<Int, Never>())
    looking.scan(0, +).subscribe(AnySubscriber<Int, Never>())
    looking.eraseToAnyPublisher().subscribe(RecordingSubscriber<Int, Never>())
    looking.filter { $0 > 0 }.eraseToAnyPublisher().subscribe(AnySubscriber<Int, Never>())
    #expect(names.prefix(2) == ["Map", "Scan"])
    #expect(names[2].hasSuffix("RecordingSubscriber<Swift.Int, Swift.Never>"))
    #expect(names[3] == "Filter")
  }
}
