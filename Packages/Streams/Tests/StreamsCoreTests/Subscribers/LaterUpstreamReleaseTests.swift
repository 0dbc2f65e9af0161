import Streams
import Testing

/// A sink releases its closures also when a publisher that is not ours comes later, or beside another, and keeps its
/// subscriber.
struct LaterUpstreamReleaseTests {
  private let canary = Canary()
  private let first = PassthroughSubject<Int, TestError>()
  private let keeping = ManualPublisher<Int, TestError>()

  private func sink(_ chain: Chain) -> AnyCancellable {
    chain.make(first, keeping).sink(
      receiveCompletion: { [token = canary.token()] _ in token.touch() },
      receiveValue: { [token = canary.token()] _ in token.touch() })
  }

  @Test(arguments: chains) func cancellingReleasesTheClosures(_ chain: Chain) {
    let cancellable = sink(chain)
    chain.goOn(first)
    keeping.send(3)
    expectEqual(canary.alive, 2)
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    keeping.send(4)
  }

  @Test(arguments: chains) func completingReleasesTheClosures(_ chain: Chain) {
    let cancellable = sink(chain)
    chain.goOn(first)
    keeping.send(3)
    first.send(completion: .finished)
    keeping.finish()
    expectEqual(canary.alive, 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test(arguments: chains) func cancellingOnAnotherThreadReleasesTheClosures(_ chain: Chain) {
    for _ in 0..<100 {
      let test = LaterUpstreamReleaseTests()
      let cancellable = Carried(test.sink(chain))
      chain.goOn(test.first)
      let sender = Carried(test.keeping)
      onThreads(2) { if $0 == 0 { sender.value.send(1) } else { cancellable.value.cancel() } }
      expectEqual(test.canary.alive, 0)
    }
  }

  @Test func cancellingAfterASwitchReleasesTheClosures() {
    let cancellable = PassthroughSubject<AnyPublisher<Int, TestError>, TestError>()
    let subscription = cancellable.switchToLatest().sink(
      receiveCompletion: { [token = canary.token()] _ in token.touch() }, receiveValue: { _ in })
    cancellable.send(keeping.eraseToAnyPublisher())
    keeping.send(1)
    cancellable.send(first.eraseToAnyPublisher())
    first.send(1)
    subscription.cancel()
    expectEqual(canary.alive, 0)
  }
}

struct Chain: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make:
    @Sendable (PassthroughSubject<Int, TestError>, ManualPublisher<Int, TestError>) -> AnyPublisher<Int, TestError>
  /// Brings the first publisher as far as that the second one serves.
  let goOn: @Sendable (PassthroughSubject<Int, TestError>) -> Void
}

private let chains: [Chain] = [
  Chain(
    testDescription: "catch", make: { first, next in first.catch { _ in next }.eraseToAnyPublisher() },
    goOn: {
      $0.send(1)
      $0.send(completion: .failure(TestError()))
    }),
  Chain(
    testDescription: "tryCatch",
    make: { first, next in first.tryCatch { _ in next }.mapError { _ in TestError() }.eraseToAnyPublisher() },
    goOn: {
      $0.send(1)
      $0.send(completion: .failure(TestError()))
    }),
  Chain(
    testDescription: "retry",
    make: { first, next in
      var attempts = 0
      return Deferred {
        attempts += 1
        return attempts == 1 ? first.eraseToAnyPublisher() : next.eraseToAnyPublisher()
      }.retry(1).eraseToAnyPublisher()
    },
    goOn: {
      $0.send(1)
      $0.send(completion: .failure(TestError()))
    }),
  Chain(
    testDescription: "flatMap",
    make: { first, next in
      first.flatMap {
        $0 == 0 ? Just(0).setFailureType(to: TestError.self).eraseToAnyPublisher() : next.eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    },
    goOn: {
      $0.send(0)
      $0.send(1)
    }),
  Chain(
    testDescription: "switchToLatest",
    make: { first, next in
      first.map {
        $0 == 0 ? Just(0).setFailureType(to: TestError.self).eraseToAnyPublisher() : next.eraseToAnyPublisher()
      }
      .switchToLatest().eraseToAnyPublisher()
    },
    goOn: {
      $0.send(0)
      $0.send(1)
    }),
  Chain(
    testDescription: "prefix(untilOutputFrom:)",
    make: { first, next in next.prefix(untilOutputFrom: first).eraseToAnyPublisher() }, goOn: { _ in }),
  Chain(
    testDescription: "the other publisher of prefix(untilOutputFrom:)",
    make: { first, next in first.append(next).prefix(untilOutputFrom: next.filter { _ in false }).eraseToAnyPublisher()
    },
    goOn: {
      $0.send(1); $0.send(completion: .finished)
    }),
  Chain(
    testDescription: "the other publisher of drop(untilOutputFrom:)",
    make: { first, next in first.drop(untilOutputFrom: next).eraseToAnyPublisher() }, goOn: { $0.send(1) }),
]
