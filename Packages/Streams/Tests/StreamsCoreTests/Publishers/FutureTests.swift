import Dispatch
import Streams
import Testing

struct FutureTests {
  /// A future with its promise.
  func pending() -> (Future<Int, TestError>, Future<Int, TestError>.Promise) {
    var promise: Future<Int, TestError>.Promise = { _ in }
    let future = Future<Int, TestError> { promise = $0 }
    return (future, promise)
  }

  @Test func runsItsClosureOnceWhenItIsMade() {
    var count = 0
    let future = Future<Int, Never> { promise in
      count += 1
      promise(.success(7))
    }
    expectEqual(count, 1)
    for _ in 0..<2 {
      let subscriber = RecordingSubscriber<Int, Never>()
      future.subscribe(subscriber)
      expectEqual(subscriber.log, ["Future", "7", "finished"])
    }
    expectEqual(count, 1)
  }

  @Test func keepsTheFirstResult() {
    let (future, promise) = pending()
    let early = RecordingSubscriber<Int, TestError>()
    future.subscribe(early)
    promise(.success(1))
    promise(.success(2))
    promise(.failure(TestError()))
    let late = RecordingSubscriber<Int, TestError>()
    future.subscribe(late)
    expectEqual(early.log, ["Future", "1", "finished"])
    expectEqual(late.log, early.log)
  }

  @Test func aValueWaitsForDemand() {
    let (future, promise) = pending()
    let early = RecordingSubscriber<Int, TestError>(.none)
    future.subscribe(early)
    promise(.success(1))
    let late = RecordingSubscriber<Int, TestError>(.none)
    future.subscribe(late)
    expectEqual(early.log, ["Future"])
    expectEqual(late.log, ["Future"])
    early.request(.max(1))
    late.request(.unlimited)
    late.request(.unlimited)
    expectEqual(early.log, ["Future", "1", "finished"])
    expectEqual(late.log, early.log)
  }

  @Test func aFailureNeedsNoDemand() {
    let (future, promise) = pending()
    let early = RecordingSubscriber<Int, TestError>(.none)
    future.subscribe(early)
    promise(.failure(TestError("x")))
    let late = RecordingSubscriber<Int, TestError>(.none)
    future.subscribe(late)
    expectEqual(early.log, ["Future", "failure(x)"])
    expectEqual(late.log, early.log)
  }

  /// A test of the compiler, in Swift 6 mode: the promise goes to a task, and to another thread.
  @Test func thePromiseMayGoToATaskOrAnotherThread() async {
    func load() async -> Int { 1 }
    let task = Future<Int, Never> { promise in Task { promise(.success(await load())) } }
    let queue = Future<Int, Never> { promise in DispatchQueue.global().async { promise(.success(2)) } }
    await expectEqual(task.value, 1)
    await expectEqual(queue.value, 2)
  }

  /// Forms in which code for Combine spells the closure and the promise.
  @Test func thePromiseIsAPlainFunctionForCodeThatSpellsItsType() {
    typealias Promise = Future<Int, Never>.Promise
    func fulfil(_ promise: @escaping Promise) { promise(.success(1)) }
    func fulfilBare(_ promise: @escaping (Result<Int, Never>) -> Void) { promise(.success(2)) }
    let stored: (@escaping Promise) -> Void = { $0(.success(3)) }
    var promises: [Promise] = []
    let futures = [
      Future(fulfil), Future(fulfilBare), Future(stored),
      Future { (promise: @escaping Promise) in promise(.success(4)) },
      Future { promises.append($0) }, Future<Int, Never> { $0(.success(6)) },
    ]
    promises[0](.success(5))
    expectEqual(futures.flatMap { record($0).values }, [1, 2, 3, 4, 5, 6])
  }

  @Test func servesSubscribersInTheOrderInWhichTheyCame() {
    let (future, promise) = pending()
    var log: [Int] = []
    let cancellables = (0..<50).map { index in
      future.sink(receiveCompletion: { _ in }, receiveValue: { _ in log.append(index) })
    }
    cancellables[7].cancel()
    promise(.success(1))
    withExtendedLifetime(cancellables) {}
    expectEqual(log, (0..<50).filter { $0 != 7 })
  }

  @Test func nothingComesAfterCancel() {
    let (future, promise) = pending()
    let subscriber = RecordingSubscriber<Int, TestError>()
    future.subscribe(subscriber)
    subscriber.cancel()
    promise(.success(1))
    expectEqual(subscriber.log, ["Future"])
    let inside = RecordingSubscriber<Int, TestError>()
    inside.onValue = { _ in inside.cancel() }
    future.subscribe(inside)
    expectEqual(inside.log, ["Future", "1"])
    let early = RecordingSubscriber<Int, TestError>(.none)
    early.onSubscription = { $0.cancel() }
    future.subscribe(early)
    expectEqual(early.log, ["Future"])
  }

  @Test func aSubscriberMayCancelAnotherThatWaits() {
    let (future, promise) = pending()
    let subscribers = (0..<3).map { _ in RecordingSubscriber<Int, TestError>() }
    subscribers.forEach(future.subscribe)
    subscribers[0].onValue = { _ in subscribers[1].cancel() }
    promise(.success(1))
    expectEqual(subscribers.map(\.log), [["Future", "1", "finished"], ["Future"], ["Future", "1", "finished"]])
  }

  @Test func releasesSubscribersAndFutureWhenItIsOver() {
    let canary = Canary()
    var promise: Future<Int, Never>.Promise? = { _ in }
    weak var weakly: Future<Int, Never>?
    let cancellable: AnyCancellable
    do {
      let token = canary.token()
      let future = Future<Int, Never> { promise = $0 }
      weakly = future
      cancellable = future.sink { _ in token.touch() }
    }
    expectEqual(canary.alive, 1)
    promise?(.success(1))
    expectEqual(canary.alive, 0)
    promise = nil
    #expect(weakly == nil)
    cancellable.cancel()
  }

  @Test func mirrorShowsWhetherThereIsDemand() throws {
    let (future, promise) = pending()
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1))
    future.subscribe(subscriber)
    let children = Mirror(reflecting: try #require(subscriber.subscription)).children
    expectEqual(children.map(\.label), ["parent", "downstream", "hasAnyDemand", "subject"])
    expectEqual(children.map(\.value)[2] as? Bool, true)
    promise(.success(1))
  }

  @Test func everySubscriberReceivesAResultThatComesMeanwhile() async {
    for _ in 0..<100 {
      let subscribers = (0..<8).map { _ in RecordingSubscriber<Int, Never>() }
      let promise = Guarded<Future<Int, Never>.Promise>({ _ in })
      let future = Future<Int, Never> { promise.value = $0 }
      let fulfilling = Task.detached { promise.value(.success(3)) }
      subscribers.forEach(future.subscribe)
      await fulfilling.value
      for subscriber in subscribers { expectEqual(subscriber.log, ["Future", "3", "finished"]) }
    }
  }
}
