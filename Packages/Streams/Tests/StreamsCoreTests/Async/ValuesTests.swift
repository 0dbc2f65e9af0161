import Streams
import Testing

struct ValuesTests {
  /// A publisher whose requests can be waited for.
  final class Signalling: Sendable {
    /// Sendable because it is set up before it is shared, and guards itself.
    nonisolated(unsafe) let publisher = ManualPublisher<Int, TestError>()
    let requests: AsyncStream<Void>

    init() {
      let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
      self.requests = requests
      publisher.onRequest = { _ in continuation.yield() }
    }

    func nextRequest() async { for await _ in requests { return } }
  }

  @Test func givesTheValuesInOrderAndEnds() async {
    var values: [Int] = []
    for await value in (1...1000).publisher.values { values.append(value) }
    expectEqual(values, Array(1...1000))
  }

  @Test func throwsTheFailureOnceAndEnds() async throws {
    let upstream = ManualPublisher<Int, TestError>()
    var sent = 0
    upstream.onRequest = { _ in
      sent += 1
      if sent <= 2 { upstream.send(sent) } else { upstream.fail(TestError("x")) }
    }
    var iterator = upstream.values.makeAsyncIterator()
    try await expectEqual(iterator.next(), 1)
    try await expectEqual(iterator.next(), 2)
    await #expect(throws: TestError("x")) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func asksForOneValueAtEachCallAndMissesWhatComesBetween() async {
    let upstream = ManualPublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    upstream.onRequest = { _ in upstream.send(upstream.log.count) }
    var iterator = upstream.values.makeAsyncIterator()
    #expect(upstream.log.isEmpty)
    for expected in 1...3 { await expectEqual(iterator.next(), expected) }
    expectEqual(upstream.log, Array(repeating: "request(max(1))", count: 3))
    var other = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(await other.next() == nil)
  }

  @Test(arguments: [true, false])
  func keepsAnEndThatComesBetweenTheCalls(afterASubscription: Bool) async throws {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: afterASubscription)
    var iterator = upstream.values.makeAsyncIterator()
    upstream.fail(TestError("x"))
    await #expect(throws: TestError("x")) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func cancellingTheTaskCancelsTheSubscriptionAndEndsTheSequence() async throws {
    let upstream = Signalling()
    let task = Task {
      var values: [Int] = []
      for try await value in upstream.publisher.values { values.append(value) }
      return values
    }
    await upstream.nextRequest()
    upstream.publisher.send(1)
    await upstream.nextRequest()
    task.cancel()
    try await expectEqual(task.value, [1])
    expectEqual(upstream.publisher.log.last, "cancel")
    upstream.publisher.send(2)
    upstream.publisher.finish()
  }

  @Test func aTaskCancelledBeforeGetsNothing() async throws {
    let upstream = Signalling()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = upstream.publisher.values.makeAsyncIterator()
      return try await iterator.next()
    }
    #expect(try await task.value == nil)
    #expect(upstream.publisher.isCancelled)
  }

  @Test func leavingTheLoopCancelsTheSubscription() async {
    let upstream = ManualPublisher<Int, Never>()
    upstream.onRequest = { _ in upstream.send(1) }
    for await value in upstream.values {
      expectEqual(value, 1)
      break
    }
    expectEqual(upstream.log, ["request(max(1))", "cancel"])
  }

  @Test func asksOnceTheSubscriptionHasCome() async {
    let upstream = ManualPublisher<Int, Never>(sendsSubscription: false)
    let values = Guarded(upstream.values.makeAsyncIterator())
    let isWaiting = Guarded(upstream)
    let task = Task {
      var iterator = values.value
      return await iterator.next()
    }
    upstream.onRequest = { _ in isWaiting.value.send(5) }
    upstream.sendSubscription()
    await expectEqual(task.value, 5)
  }

  final class NotSendable {
    var number = 0
  }

  @MainActor @Test func staysOnTheActorAndTakesWhatIsNotSendable() async {
    let object = NotSendable()
    var iterator = Just(object).values.makeAsyncIterator()
    let first = await iterator.next()
    MainActor.assertIsolated()
    #expect(first === object)
    for await value in Just(object).values {
      MainActor.assertIsolated()
      value.number += 1
    }
    expectEqual(object.number, 1)
    #expect(await Future<NotSendable, Never> { $0(.success(object)) }.value === object)
  }

  @Test func manyTasksReadOneSubject() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    let received = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          for await value in subject.values where value > 0 { return value }
          return -1
        }
      }
      subject.value = 7
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    expectEqual(received, Array(repeating: 7, count: 20))
  }

  // MARK: Future.value

  @Test func aFutureHasAValueOrThrows() async throws {
    await expectEqual(Future<Int, Never> { $0(.success(3)) }.value, 3)
    try await expectEqual(Future<Int, TestError> { $0(.success(4)) }.value, 4)
    let promise = Guarded<Future<Int, Never>.Promise>({ _ in })
    let future = Future<Int, Never> { promise.value = $0 }
    async let value = future.value
    promise.value(.success(5))
    await expectEqual(value, 5)
    await #expect(throws: TestError("x")) {
      _ = try await Future<Int, TestError> { $0(.failure(TestError("x"))) }.value
    }
  }

  @Test func aTaskThatIsCancelledStopsWaitingForAFutureThatMayFail() async {
    let future = Future<Int, TestError> { _ in }
    let task = Task { try await future.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func tasksThatWaitForOneFutureAreResumedOrCancelled() async throws {
    let promise = Guarded<Future<Int, TestError>.Promise>({ _ in })
    let future = Guarded(Future<Int, TestError> { promise.value = $0 })
    let tasks = (0..<9).map { _ in Task { try await future.value.value } }
    for task in [tasks[0], tasks[4], tasks[8]] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    promise.value(.success(1))
    for index in [1, 2, 3, 5, 6, 7] { try await expectEqual(tasks[index].value, 1) }
  }
}
