import Dispatch
import Streams
import Testing

/// A sink releases its closures at the end, also when a publisher that is not ours keeps its subscriber.
struct SinkReleaseTests {
  private let canary = Canary()
  private let upstream = ManualPublisher<Int, Never>()

  private func sink<P: Publisher<Int, Never>>(_ publisher: P, _ received: @escaping (Int) -> Void = { _ in })
    -> AnyCancellable
  {
    publisher.sink(
      receiveCompletion: { [token = canary.token()] _ in token.touch() },
      receiveValue: { [token = canary.token()] in
        token.touch()
        received($0)
      })
  }

  @Test(arguments: chains.keys.sorted()) func cancellingReleasesTheClosures(_ chain: String) throws {
    var received: [Int] = []
    let make = try #require(chains[chain])
    let cancellable = sink(make(upstream)) { received.append($0) }
    upstream.send(1)
    upstream.send(2)
    expectEqual(canary.alive, 2)
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    upstream.send(3)
    expectEqual(received.last, 2)
  }

  @Test(arguments: chains.keys.sorted()) func completingReleasesTheClosures(_ chain: String) throws {
    let make = try #require(chains[chain])
    let cancellable = sink(make(upstream))
    upstream.send(1)
    upstream.send(2)
    upstream.finish()
    expectEqual(canary.alive, 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test func aPublisherOfOneValueBehindOneThatKeepsItsSubscriberReleasesTheClosures() {
    final class Keeping: Publisher {
      typealias Output = Int
      typealias Failure = Never
      var kept: [Any] = []
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        kept.append(subscriber)
        Just(1).receive(subscriber: subscriber)
      }
    }
    let keeping = Keeping()
    var received: [Int] = []
    let cancellable = sink(keeping) { received.append($0) }
    expectEqual(received, [1])
    expectEqual(canary.alive, 0)
    withExtendedLifetime((keeping, cancellable)) {}
  }

  @Test func cancellingInsideAClosureReleasesThemAfterIt() {
    var cancellable: AnyCancellable?
    var aliveWithin = 0
    cancellable = sink(upstream) { [canary] _ in
      cancellable?.cancel()
      aliveWithin = canary.alive
    }
    upstream.send(1)
    expectEqual(aliveWithin, 2)
    expectEqual(canary.alive, 0)
  }

  @Test func completingInsideAClosureReleasesThem() {
    let cancellable = sink(upstream) { [upstream] _ in upstream.finish() }
    upstream.send(1)
    expectEqual(canary.alive, 0)
    withExtendedLifetime(cancellable) {}
  }

  /// The closures must outlive each call of them, also one that has begun during another.
  @Test func aClosureOutlivesEveryThreadInsideIt() {
    let (isFirstInside, isSecondInside, mayFirstLeave, maySecondLeave, isFirstOut) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let sink = Carried(
      Subscribers.Sink<Int, Never>(
        receiveCompletion: { _ in },
        receiveValue: { [token = canary.token()] value in
          token.touch()
          (value == 1 ? isFirstInside : isSecondInside).signal()
          (value == 1 ? mayFirstLeave : maySecondLeave).wait()
        }))
    let aliveWithin = Guarded(-1)
    let alive = Carried(canary)
    onThreads(3) {
      switch $0 {
      case 0:
        sink.value.receiveValue(1)
        isFirstOut.signal()
      case 1:
        isFirstInside.wait()
        sink.value.receiveValue(2)
      default:
        isSecondInside.wait()
        sink.value.cancel()
        mayFirstLeave.signal()
        isFirstOut.wait()
        aliveWithin.value = alive.value.alive
        maySecondLeave.signal()
      }
    }
    expectEqual(aliveWithin.value, 1)
    expectEqual(canary.alive, 0)
  }

  @Test func cancellingOnAnotherThreadReleasesTheClosures() {
    for _ in 0..<200 {
      let cancellable = Carried(sink(upstream))
      let sender = Carried(upstream)
      onThreads(2) { if $0 == 0 { sender.value.send(1) } else { cancellable.value.cancel() } }
      expectEqual(canary.alive, 0)
    }
  }
}

nonisolated(unsafe) private let chains: [String: (ManualPublisher<Int, Never>) -> AnyPublisher<Int, Never>] = [
  "direct": { $0.eraseToAnyPublisher() },
  "map": { $0.map { $0 }.eraseToAnyPublisher() },
  "prefix": { $0.prefix(9).eraseToAnyPublisher() },
  "dropFirst": { $0.dropFirst().eraseToAnyPublisher() },
  "removeDuplicates, buffer": {
    $0.removeDuplicates().buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
  },
  "replaceEmpty": { $0.replaceEmpty(with: 0).eraseToAnyPublisher() },
  "receive(on:)": { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
  "share": { $0.share().eraseToAnyPublisher() },
]
