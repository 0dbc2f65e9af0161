import Streams
import Testing

/// A publisher without values ends after its subscription, unless that is cancelled.
struct EndsAtOnceTests {
  @Test(arguments: sources.map(\.name), ["direct", "mapped", "erased", "tried"])
  func aCancelledSubscriptionIsTheLastThatArrives(_ name: String, _ form: String) throws {
    let source = try #require(sources.first { $0.name == name })
    let publisher = source.publisher
    for cancels in [false, true] {
      let subscriber = RecordingSubscriber<Int, any Error>()
      if cancels { subscriber.onSubscription = { $0.cancel() } }
      switch form {
      case "direct": source.subscribe(subscriber)
      case "mapped": publisher.map { $0 }.subscribe(subscriber)
      case "erased": publisher.subscribe(subscriber)
      default: publisher.tryMap { $0 }.subscribe(subscriber)
      }
      let subscription = form == "tried" ? "TryMap" : "Empty"
      expectEqual(subscriber.log, cancels ? [subscription] : [subscription, source.end])
      subscriber.request(.max(1))
      expectEqual(subscriber.log.count, cancels ? 1 : 2)
    }
  }

  /// Such an operator has no subscription of its own, and cannot tell that the next one has cancelled.
  @Test(arguments: sources.map(\.name)) func anOperatorBeforeACancelDoesNotCallItsClosure(_ name: String) throws {
    let source = try #require(sources.first { $0.name == name })
    var calls = 0
    source.cancelBehindBreakpoint { calls += 1 }
    expectEqual(calls, 0)
  }
}

private struct EndedSource {
  let name: String
  let end: String
  let publisher: AnyPublisher<Int, any Error>
  let subscribe: (RecordingSubscriber<Int, any Error>) -> Void
  /// Cancels behind an operator, which calls the closure with the completion.
  let cancelBehindBreakpoint: (@escaping () -> Void) -> Void

  init<P: Publisher<Int, any Error>>(_ name: String, _ end: String, _ publisher: P) {
    self.name = name
    self.end = end
    self.publisher = publisher.eraseToAnyPublisher()
    subscribe = { publisher.subscribe($0) }
    cancelBehindBreakpoint = { call in
      func look(_: Subscribers.Completion<any Error>) -> Bool {
        call()
        return false
      }
      let ignored = (completion: { (_: Subscribers.Completion<any Error>) in }, value: { (_: Int) in })
      let erased = publisher.eraseToAnyPublisher()
      _ = publisher.breakpoint(receiveCompletion: look).prefix(0)
        .sink(receiveCompletion: ignored.completion, receiveValue: ignored.value)
      _ = erased.breakpoint(receiveCompletion: look).prefix(0)
        .sink(receiveCompletion: ignored.completion, receiveValue: ignored.value)
    }
  }
}

private let failed = "failure(\(TestError()))"

nonisolated(unsafe) private let sources: [EndedSource] = [
  EndedSource("Empty", "finished", Empty<Int, any Error>()),
  EndedSource("Fail", failed, Fail<Int, any Error>(error: TestError())),
  EndedSource("Result", failed, Result<Int, any Error>.failure(TestError()).publisher),
  EndedSource("Sequence", "finished", Publishers.Sequence<[Int], any Error>(sequence: [])),
  EndedSource("Record", failed, Record<Int, any Error>(output: [], completion: .failure(TestError()))),
  EndedSource("PassthroughSubject", "finished", ended(PassthroughSubject<Int, any Error>(), .finished)),
  EndedSource("CurrentValueSubject", failed, ended(CurrentValueSubject<Int, any Error>(0), .failure(TestError()))),
]

private func ended<S: Subject>(_ subject: S, _ completion: Subscribers.Completion<S.Failure>) -> S {
  subject.send(completion: completion)
  return subject
}
