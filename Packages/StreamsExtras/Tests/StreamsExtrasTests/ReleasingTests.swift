import Foundation
import StreamsExtras
import Testing

/// When operators release their inputs, values and errors.
struct ReleasingTests {
  private struct Failed: Error {}

  /// Owns its subscription. A closure of the subscription owns it.
  private final class Model {
    var subscription: AnyCancellable?
    func same(_ value: Int) -> Int { value }
  }

  @Test func aDeinitThatCancelsRunsAfterTheCompletion() {
    let source = PassthroughSubject<Int, Failed>()
    let other = PassthroughSubject<Int, Failed>()
    var ends = 0
    do {
      let model = Model()
      model.subscription = source.withLatestFrom(other) { value, _ in model.same(value) }
        .sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in })
    }
    other.send(completion: .failure(Failed()))
    expectEqual(ends, 1)
  }

  private final class Tracked: Error, @unchecked Sendable {
    let token: Token
    init(_ token: Token) { self.token = token }
  }

  @Test func aSentErrorIsReleasedAlthoughTheSubscriptionIsKept() {
    let counter = Counter()
    let source = NaiveSource<Int, Tracked>()
    var subscription: (any Subscription)?
    var ends = 0
    source.sample(Empty<Int, Tracked>(completeImmediately: false)).subscribe(
      AnySubscriber<Int, Tracked>(
        receiveSubscription: { subscription = $0 }, receiveCompletion: { _ in ends += 1 }))
    source.send(completion: .failure(Tracked(Token(counter))))
    expectEqual(ends, 1)
    expectEqual(counter.count, 0)
    withExtendedLifetime(subscription) {}
  }

  private final class Value: Error, @unchecked Sendable {
    private let atEnd: () -> Void
    init(atEnd: @escaping () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
  }

  @Test func theDeinitOfADroppedValueReachesNoUpstream() {
    let source = NaiveSource<Value, Failed>()
    let other = PassthroughSubject<Int, Failed>()
    var log: [String] = []
    var subscription: (any Subscription)?
    source
      .handleEvents(receiveCancel: { log.append("cancel") }, receiveRequest: { _ in log.append("request") })
      .withLatestFrom(other) { value, _ in value }
      .subscribe(
        AnySubscriber<Value, Failed>(
          receiveSubscription: { subscription = $0 }, receiveCompletion: { _ in log.append("end") }))
    other.send(0)
    source.send(Value { subscription?.request(.max(1)) })
    other.send(completion: .failure(Failed()))
    expectEqual(log, ["cancel", "end"])
  }
  @Test func aQueuedValueIsReleasedWithoutALock() {
    let source = NaiveSource<Value, Failed>()
    let other = CurrentValueSubject<Int, Failed>(0)
    nonisolated(unsafe) var subscription: (any Subscription)?
    source.withLatestFrom(other) { value, _ in value }
      .subscribe(AnySubscriber<Value, Failed>(receiveSubscription: { subscription = $0 }))
    var isFree: Bool?
    source.send(
      Value {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          subscription?.request(.max(1))
          done.signal()
        }
        isFree = done.wait(timeout: .now() + 5) == .success
      })
    subscription?.request(.max(1))
    expectEqual(isFree, true)
  }

  /// Under a lock, where the optimiser could release the error, the cancellation would wait endlessly.
  @Test func theDeinitOfAnErrorMayCancelARetry() {
    let source = NaiveSource<Int, Value>()
    let trigger = PassthroughSubject<Void, Never>()
    var subscription: AnyCancellable?
    var log: [String] = []
    subscription = source.retryWhen { _ in trigger }.handleEvents(receiveCancel: { log.append("cancel") })
      .sink(receiveCompletion: { _ in log.append("end") }, receiveValue: { _ in })
    source.send(
      completion: .failure(
        Value {
          log.append("release")
          subscription?.cancel()
        }))
    expectEqual(log, [])
    trigger.send()
    expectEqual(log, ["release", "cancel"])
  }
}
