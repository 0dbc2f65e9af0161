import Streams
import Testing

/// In what order `flatMap` and `switchToLatest` cancel, and what they do with upstreams that send no subscription.
struct FlatteningOrderTests {
  @Test func flatMapCancelsItsInnersFirst() {
    let log = Guarded<[String]>([])
    let source = ManualPublisher<Int, Never>()
    source.onCancel = { log.with { $0.append("upstream") } }
    let inners = (0..<2).map { _ in ManualPublisher<Int, Never>() }
    for (number, inner) in inners.enumerated() { inner.onCancel = { log.with { $0.append("inner \(number)") } } }
    let cancellable = source.flatMap { inners[$0] }.sink { _ in }
    source.send(0)
    source.send(1)
    cancellable.cancel()
    expectEqual(log.value, ["inner 0", "inner 1", "upstream"])
  }

  @Test func switchToLatestCancelsItsInnerFirst() {
    let log = Guarded<[String]>([])
    let source = ManualPublisher<ManualPublisher<Int, Never>, Never>()
    source.onCancel = { log.with { $0.append("upstream") } }
    let inner = ManualPublisher<Int, Never>()
    inner.onCancel = { log.with { $0.append("inner") } }
    let cancellable = source.switchToLatest().sink { _ in }
    source.send(inner)
    cancellable.cancel()
    expectEqual(log.value, ["inner", "upstream"])
  }

  @Test func noPublishersAtATimeIsAccepted() {
    let source = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.flatMap(maxPublishers: .none) { Just($0) }.subscribe(subscriber)
    #expect(source.log.isEmpty)
    source.finish()
    expectEqual(subscriber.log, ["FlatMap", "finished"])
    let none = RecordingSubscriber<Int, Never>()
    [1, 2].publisher.flatMap(maxPublishers: .none) { Just($0) }.subscribe(none)
    expectEqual(none.log, ["FlatMap"])
  }

  @Test func anUpstreamNeedNotSendASubscription() {
    let source = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let inner = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, TestError>()
    source.flatMap { _ in inner }.subscribe(subscriber)
    source.send(0)
    inner.send(1)
    source.finish()
    inner.send(2)
    inner.finish()
    expectEqual(subscriber.log, ["FlatMap", "1", "2", "finished"])
    let outer = ManualPublisher<Just<Int>, Never>(sendsSubscription: false)
    let other = RecordingSubscriber<Int, Never>()
    outer.switchToLatest().subscribe(other)
    outer.finish()
    expectEqual(other.log, ["SwitchToLatest", "finished"])
  }

  @Test func aValueQueuedBeforeAFailureIsDelivered() {
    let inner = PassthroughSubject<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = {
      guard $0 == 1 else { return }
      inner.send(2)
      inner.send(completion: .failure(TestError()))
    }
    Just(inner).setFailureType(to: TestError.self).flatMap { $0 }.subscribe(subscriber)
    inner.send(1)
    expectEqual(subscriber.log, ["FlatMap", "1", "2", "failure(test error)"])
  }

  enum Failing: CaseIterable {
    case merged, inner, upstream

    typealias Source = PassthroughSubject<Int, TestError>
    func join(_ sources: [Source], _ failing: Source) -> AnyPublisher<Int, TestError> {
      switch self {
      case .merged: Publishers.MergeMany(sources + [failing]).eraseToAnyPublisher()
      case .inner:
        Publishers.Sequence<[Source], TestError>(sequence: sources + [failing]).flatMap { $0 }.eraseToAnyPublisher()
      case .upstream: failing.map { _ in failing }.prepend(sources).flatMap { $0 }.eraseToAnyPublisher()
      }
    }
  }

  /// Each value sends the next one, so that one is always queued.
  @Test(arguments: Failing.allCases, [false, true])
  func aFailureDoesNotWaitForLaterValues(_ failing: Failing, fromOtherThreads: Bool) {
    let (first, endless, broken) = (Failing.Source(), Failing.Source(), Failing.Source())
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { value in
      if value == 100 { return }
      let send: @Sendable (Int) -> Void = { _ in
        endless.send(value + 1)
        if value == 1 { broken.send(completion: .failure(TestError())) }
      }
      if fromOtherThreads { onThreads(1, send) } else { send(0) }
    }
    failing.join([first, endless], broken).subscribe(subscriber)
    first.send(1)
    expectEqual(subscriber.values, [1, 2])
    expectEqual(subscriber.error, TestError())
    #expect(!subscriber.wasOverlapped)
  }

  @Test func aFailureOfSwitchToLatestDoesNotWaitForLaterValues() {
    let (source, inner) = (PassthroughSubject<Failing.Source, TestError>(), Failing.Source())
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = {
      if $0 < 100 { inner.send($0 + 1) }
      if $0 == 1 { source.send(completion: .failure(TestError())) }
    }
    source.switchToLatest().subscribe(subscriber)
    source.send(inner)
    inner.send(1)
    expectEqual(subscriber.values, [1, 2])
    expectEqual(subscriber.error, TestError())
  }

  @Test func aPublisherThatComesWhileTheLastIsCancelledIsTheLatest() {
    let source = PassthroughSubject<ManualPublisher<Int, Never>, Never>()
    let inners = (0..<3).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    source.switchToLatest().subscribe(subscriber)
    inners[0].onCancel = { source.send(inners[2]) }
    source.send(inners[0])
    source.send(inners[1])
    #expect(!inners[1].hasSubscriber)
    inners[2].send(3)
    expectEqual(subscriber.values, [3])
  }
}
