import Streams
import Testing

/// When a stream is over nothing of it lives on, although its subscriber keeps the subscription.
struct ReleaseTests {
  @Test(arguments: releasingOperators.map(\.name), StreamEnding.allCases)
  func anOperatorReleasesEverythingAtTheEnd(_ name: String, _ ending: StreamEnding) throws {
    let row = try #require(releasingOperators.first { $0.name == name })
    let canary = Canary()
    let upstream = FrailUpstream()
    weak var subscriber: AnyObject?
    do {
      let keeper = row.start(upstream, canary.token())
      subscriber = keeper
      #expect(upstream.hasSubscription)
      expectEqual(canary.alive, 1)
      upstream.send(1)
      upstream.send(2)
      end(keeper, upstream, ending)
      expectEqual(canary.alive, 0, "while the subscriber lives")
    }
    #expect(subscriber == nil)
    expectEqual(canary.alive, 0)
    #expect(!upstream.hasSubscription)
  }

  @Test(arguments: releasingSources.map(\.name), [true, false])
  func aSourceReleasesEverythingAtTheEnd(_ name: String, _ isCancelled: Bool) throws {
    let row = try #require(releasingSources.first { $0.name == name })
    let canary = Canary()
    weak var subscriber: AnyObject?
    do {
      let keeper = row.start(canary.token())
      subscriber = keeper
      if isCancelled { keeper.cancel() } else { keeper.request(.unlimited) }
      expectEqual(canary.alive, 0)
    }
    #expect(subscriber == nil)
  }

  @Test func cancellingReleasesTheSubscriberOfACustomPublisherThatSendsNoSubscription() {
    let canary = Canary()
    let silent = ManualPublisher<Int, Never>(sendsSubscription: false)
    let never = ManualPublisher<Int, Never>()
    let streams: [any Publisher<Int, Never>] = [
      silent, silent.map { $0 }, silent.map { $0 }.filter { _ in true }.map { $0 }.map { $0 }, silent.dropFirst(),
      silent.flatMap { Just($0) }, Just(silent).switchToLatest(), Just(1).append(silent), silent.scan(0, +),
      silent.first(), silent.removeDuplicates().scan(0, +), silent.reduce(0, +), Just(1).append(silent.first()),
      silent.prefix(2), silent.prefix(2).removeDuplicates(), silent.prefix(untilOutputFrom: never),
      silent.handleEvents(), silent.handleEvents().first(),
    ]
    for (number, stream) in streams.enumerated() {
      do {
        let token = canary.token()
        stream.eraseToAnyPublisher().sink { _ in token.touch() }.cancel()
      }
      expectEqual(canary.alive, 0, "stream \(number)")
    }
    #expect(silent.subscriberCount == streams.count && never.isCancelled)
  }

  @Test func theEndOfACustomPublisherThatSendsNoSubscriptionReleasesItsSubscriber() {
    let canary = Canary()
    let silent = ManualPublisher<Int, any Error>(sendsSubscription: false)
    let streams: [any Publisher<Int, any Error>] = [
      silent.tryMap { $0 + 1 }, silent.catch { Fail(error: $0) }, silent.retry(1), silent.handleEvents(),
      silent.eraseToAnyPublisher().map { $0 }, silent.map { $0 }.map { $0 }.map { $0 }.map { $0 },
    ]
    var values: [Int] = []
    for (number, stream) in streams.enumerated() {
      do {
        let token = canary.token()
        let kept = stream.eraseToAnyPublisher().sink(receiveCompletion: { _ in token.touch() }) { values.append($0) }
        silent.send(1)
        silent.send(completion: .finished)
        withExtendedLifetime(kept) {}
      }
      expectEqual(canary.alive, 0, "stream \(number)")
    }
    expectEqual(values, [2, 1, 1, 1])
  }

  @Test func anOperatorIsReleasedWithASubscriberThatReleasesItsSubscription() {
    let canary = Canary()
    Empty<Int, Never>(completeImmediately: false).first().subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.unlimited) },
        receiveValue: { [token = canary.token()] _ in
          token.touch()
          return .none
        }))
    expectEqual(canary.alive, 0)
  }

  @Test(arguments: StreamEnding.allCases)
  func publishersOneAfterAnotherAreReleasedThoughOthersKeepEverything(_ ending: StreamEnding) {
    typealias Upstream = AnyPublisher<Int, TestError>
    let streams: [(Upstream, Canary.Token) -> any Publisher<Int, TestError>] = [
      { $0.catch($1.empty) }, { $0.tryCatch($1.empty).mapError { $0 as! TestError } }, { $0.map($1.same).retry(1) },
      { $0.append(Deferred { Just(1) }.map($1.same).setFailureType(to: TestError.self)) },
      { $0.map($1.same).prepend(1) }, { $0.map($1.same).replaceEmpty(with: 1) },
      { $0.map($1.same).replaceError(with: 1).setFailureType(to: TestError.self) },
    ]
    let custom = ManualPublisher<Int, TestError>()
    for (number, make) in streams.enumerated() {
      let own = PassthroughSubject<Int, TestError>()
      for (kind, upstream) in [Upstream(own), Upstream(custom)].enumerated() {
        let canary = Canary()
        let keeper = Keeper<Int, TestError>(.unlimited)
        make(upstream, canary.token()).eraseToAnyPublisher().subscribe(keeper)
        #expect(canary.alive > 0, "\(number), \(kind)")
        // Each attempt of a retry.
        for _ in 0..<2 {
          if ending == .cancel { break }
          let completion: Subscribers.Completion<TestError> = ending == .finish ? .finished : .failure(TestError())
          own.send(completion: completion)
          custom.send(completion: completion)
        }
        if ending == .cancel { keeper.cancel() }
        expectEqual(canary.alive, 0, "\(number), \(kind)")
      }
    }
  }

  @Test func aSubscriptionKeepsItsMirrorAndIgnoresCallsAfterTheEnd() {
    let subject = PassthroughSubject<Int, TestError>()
    let keeper = Keeper<Int, TestError>(.unlimited)
    subject.tryMap { $0 }.mapError { _ in TestError() }.subscribe(keeper)
    expectEqual(portrait(keeper.subscription), "TryMap(downstream)")
    subject.send(completion: .finished)
    expectEqual(portrait(keeper.subscription), "TryMap(downstream)")
    keeper.request(.max(1))
    keeper.cancel()
    keeper.cancel()
  }

  @Test func operatorsWithoutStateForwardThePublishersSubscription() throws {
    let upstream = FrailUpstream()
    let keeper = Keeper<Int, TestError>(.unlimited)
    upstream.map { $0 }.eraseToAnyPublisher().subscribe(keeper)
    #expect(keeper.subscription is FrailUpstream.Link)
    keeper.cancel()
  }
}
