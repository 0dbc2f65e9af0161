import StreamsExtras
import Synchronization
import Testing

struct AsyncSequencePublisherTests {
  private struct Odd: Error, Equatable {}

  @Test func sendsTheElements() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for value in 1...3 { continuation.yield(value) }
    continuation.finish()
    var values: [Int] = []
    for await value in stream.publisher.values { values.append(value) }
    expectEqual(values, [1, 2, 3])
  }

  @Test func failsAsTheSequenceDoes() async {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Odd())
    }
    var values: [Int] = []
    await #expect(throws: Odd.self) { for try await value in stream.publisher.values { values.append(value) } }
    expectEqual(values, [1])
  }

  /// A sequence that counts how many elements were asked for.
  private struct Counting: AsyncSequence, Sendable {
    final class Count: Sendable { let value = Atomic(0) }
    let count = Count()

    struct AsyncIterator: AsyncIteratorProtocol {
      let count: Count
      func next() async -> Int? { count.value.add(1, ordering: .relaxed).newValue }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(count: count) }
  }

  @Test func asksForNoElementThatIsNotRequested() async throws {
    let sequence = Counting()
    var iterator = AsyncSequencePublisher(sequence).values.makeAsyncIterator()
    for expected in 1...3 { try await expectEqual(iterator.next(), expected) }
    expectEqual(sequence.count.value.load(ordering: .relaxed), 3)
  }

  @Test func cancelsItsTask() async {
    let (cancellations, cancelled) = AsyncStream<Void>.makeStream()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in cancelled.yield() }
    let (arrivals, arrived) = AsyncStream<Int>.makeStream()
    let sink = stream.publisher.sink { arrived.yield($0) }
    continuation.yield(1)
    for await _ in arrivals { break }
    sink.cancel()
    for await _ in cancellations { break }
  }

  @Test func cancelsATaskThatWaitsForARequest() async {
    final class Resource: Sendable {
      let released: AsyncStream<Void>.Continuation
      init(_ released: AsyncStream<Void>.Continuation) { self.released = released }
      deinit { released.yield() }
    }
    struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
      let resource: Resource
      func makeAsyncIterator() -> Endless { self }
      func next() async -> Int? { 1 }
    }
    let (releases, released) = AsyncStream<Void>.makeStream()
    var subscription: (any Subscription)?
    AsyncSequencePublisher(Endless(resource: Resource(released))).subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.max(1))
        }))
    subscription?.cancel()
    subscription = nil
    for await _ in releases { break }
  }
}
