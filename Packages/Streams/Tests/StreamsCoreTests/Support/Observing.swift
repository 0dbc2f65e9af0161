import Streams

/// The log of a subscriber that requests `demand` from `publisher`.
func log<P: Publisher>(_ publisher: P, _ demand: Subscribers.Demand = .unlimited) -> [String] {
  let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand)
  publisher.subscribe(subscriber)
  return subscriber.log
}

/// Subscribes a recorder to `publisher`.
func record<P: Publisher>(
  _ publisher: P, _ demand: Subscribers.Demand = .unlimited
) -> RecordingSubscriber<P.Output, P.Failure> {
  let subscriber = RecordingSubscriber<P.Output, P.Failure>(demand)
  publisher.subscribe(subscriber)
  return subscriber
}

/// The integers of a range as a publisher of which only the protocol is known: without the overloads that a sequence
/// publisher has of its own.
func numbers(_ range: Range<Int>) -> some Publisher<Int, Never> { range.publisher }

/// As ``numbers(_:)``, as a stream that may fail.
func failable(_ range: Range<Int>) -> some Publisher<Int, TestError> {
  numbers(range).setFailureType(to: TestError.self)
}

/// The description of a subscription or subscriber, and the labels of its mirror: `Scan(downstream, result)`.
func portrait(_ participant: Any?) -> String {
  guard let participant else { return "none" }
  let labels = Mirror(reflecting: participant).children.map { $0.label ?? "-" }
  return "\(participant)(\(labels.joined(separator: ", ")))"
}
