import Foundation
import Streams
import Testing

/// Operators on the schedulers that do what they are asked in real time. Their times are tested on virtual ones.
@Suite(.timeLimit(.minutes(10))) struct OperatorsOnSchedulersTests {
  private let queue = DispatchQueue(label: "test")
  private let operations: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()

  /// Values keep their order and the completion comes last.
  private nonisolated(nonsending) func receive<S: Scheduler>(on scheduler: S) async {
    let (values, log) = AsyncStream.makeStream(of: Int.self)
    let sink = (0..<500).publisher.receive(on: scheduler)
      .sink(receiveCompletion: { _ in log.finish() }, receiveValue: { log.yield($0) })
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    expectEqual(seen, Array(0..<500))
    sink.cancel()
  }

  private nonisolated(nonsending) func delay<S: Scheduler>(on scheduler: S) async {
    let (values, log) = AsyncStream.makeStream(of: (Int, Bool).self)
    let start = scheduler.now
    let sink = (0..<5).publisher.delay(for: .milliseconds(20), scheduler: scheduler)
      .sink(
        receiveCompletion: { _ in log.finish() },
        receiveValue: { log.yield(($0, start.distance(to: scheduler.now) >= .milliseconds(19))) })
    var seen: [Int] = []
    for await (value, isInTime) in values {
      seen.append(value)
      #expect(isInTime)
    }
    expectEqual(seen, Array(0..<5))
    sink.cancel()
  }

  /// Sends from the scheduler itself, so that no unintended time passes in between.
  private nonisolated(nonsending) func debounce<S: Scheduler>(on scheduler: S) async {
    let (values, log) = AsyncStream.makeStream(of: Int.self)
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.debounce(for: .milliseconds(20), scheduler: scheduler)
      .sink(receiveCompletion: { _ in log.finish() }, receiveValue: { log.yield($0) })
    scheduler.schedule { for value in 0..<5 { subject.send(value) } }
    for await value in values {
      expectEqual(value, 4)
      break
    }
    sink.cancel()
  }

  // `cancelAllOperations()` drops the user's operations, and none of an operator.

  @Test func receiveKeepsItsActionsWhenTheQueueIsCancelled() async {
    await cancelOperations { $0.receive(on: operations).eraseToAnyPublisher() }
  }
  @Test func subscribeKeepsItsActionsWhenTheQueueIsCancelled() async {
    await cancelOperations { $0.subscribe(on: operations).eraseToAnyPublisher() }
  }
  @Test func subscribeKeepsItsCancellationWhenTheQueueIsCancelled() async {
    let (events, log) = AsyncStream.makeStream(of: String.self)
    let sink = Empty<Int, Never>(completeImmediately: false)
      .handleEvents(receiveCancel: { log.yield("cancelled") }, receiveRequest: { _ in log.yield("requested") })
      .subscribe(on: operations).sink { _ in }
    var event = events.makeAsyncIterator()
    await expectEqual(event.next(), "requested")
    operations.isSuspended = true
    sink.cancel()
    operations.cancelAllOperations()
    operations.addOperation { log.finish() }
    operations.isSuspended = false
    await expectEqual(event.next(), "cancelled")
  }
  @Test func delayKeepsItsActionsWhenTheQueueIsCancelled() async {
    await cancelOperations { $0.delay(for: .milliseconds(10), scheduler: operations).eraseToAnyPublisher() }
  }
  @Test func debounceKeepsItsActionWhenTheQueueIsCancelled() async {
    await cancelOperations(values: [3]) { upstream in
      upstream.merge(with: Empty(completeImmediately: false))
        .debounce(for: .milliseconds(10), scheduler: operations).first().eraseToAnyPublisher()
    }
  }
  @Test func timeoutKeepsItsActionsWhenTheQueueIsCancelled() async {
    await cancelOperations { upstream in
      upstream.merge(with: Empty(completeImmediately: false))
        .timeout(.seconds(1), scheduler: operations).eraseToAnyPublisher()
    }
  }

  @Test func collectByTimeKeepsItsIntervalsWhenTheQueueIsCancelled() async {
    await cancelOperations { upstream in
      upstream.merge(with: Empty(completeImmediately: false))
        .collect(.byTime(operations, .milliseconds(10))).first().flatMap(\.publisher).eraseToAnyPublisher()
    }
  }

  private nonisolated(nonsending) func cancelOperations(
    values expected: [Int] = [1, 2, 3], _ build: (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
  ) async {
    let (values, log) = AsyncStream.makeStream(of: Int.self)
    operations.isSuspended = true
    operations.addOperation { log.yield(0) }
    let sink = build((1...3).publisher.eraseToAnyPublisher())
      .sink(receiveCompletion: { _ in log.finish() }, receiveValue: { log.yield($0) })
    operations.cancelAllOperations()
    operations.isSuspended = false
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    expectEqual(seen, expected)
    sink.cancel()
  }

  @Test func receiveOnDispatchQueue() async { await receive(on: queue) }
  @Test func receiveOnOperationQueue() async { await receive(on: operations) }
  @Test func receiveOnRunLoop() async { await LoopThread.during { await receive(on: $0) } }

  // Swift Testing drains the main queue and does not run the main loop. So does a program whose `main` is asynchronous.

  @Test func receiveOnMainLoopWithoutRunningIt() async { await receive(on: RunLoop.main) }
  @Test func delayOnMainLoopWithoutRunningIt() async { await delay(on: RunLoop.main) }
  @Test func debounceOnMainLoopWithoutRunningIt() async { await debounce(on: RunLoop.main) }

  @Test(arguments: [RunLoop.Mode.default, .common]) func timerOnMainLoopWithoutRunningIt(mode: RunLoop.Mode) async {
    let ticks = Timer.publish(every: 0.005, on: .main, in: mode).autoconnect()
      .map { _ in
        dispatchPrecondition(condition: .onQueue(.main))
        return 1
      }
      .buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
    var count = 0
    for await tick in ticks.prefix(3).values { count += tick }
    expectEqual(count, 3)
  }

  @Test func delayOnDispatchQueue() async { await delay(on: queue) }
  @Test func delayOnOperationQueue() async { await delay(on: operations) }
  @Test func delayOnRunLoop() async { await LoopThread.during { await delay(on: $0) } }

  @Test func debounceOnDispatchQueue() async { await debounce(on: queue) }
  @Test func debounceOnOperationQueue() async { await debounce(on: operations) }
  @Test func debounceOnRunLoop() async { await LoopThread.during { await debounce(on: $0) } }
}
