import StreamsExtras
import Synchronization
import Testing

struct AsyncMapTests {
  private struct Odd: Error, Equatable {}

  /// Without a time limit: the law suite, beside which these tests run, leaves little to the tasks' threads.
  private func collected<P: Publisher>(_ publisher: P) async -> [P.Output] where P.Failure == Never {
    var values: [P.Output] = []
    for await value in publisher.values { values.append(value) }
    return values
  }

  private final class Page {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
  private static func double(_ value: Int) async -> Int { value * 2 }
  private static func check(_ value: Int) async throws -> Int { if value == 3 { throw Odd() } else { value } }
  private static func page(_ value: Int) async -> Page { Page(value) }
  private static func twice(_ value: Int) async -> Publishers.Sequence<[Int], Never> { [value, value].publisher }

  @Test func takesAFunctionByItsName() async {
    await expectEqual(collected([1, 2].publisher.map(maxTasks: 1, Self.double)), [2, 4])
    await expectEqual(collected([1, 3].publisher.tryMap(maxTasks: 1, Self.check).replaceError(with: 0)), [1, 0])
    await expectEqual(collected([1, 2].publisher.map(maxTasks: 1, Self.page).map(\.number)), [1, 2])
    await expectEqual(collected([1, 2].publisher.flatMap(maxTasks: 1, Self.twice)), [1, 1, 2, 2])
  }

  @Test func sendsResultsInTheOrderOfTheirValues() async {
    let doubles = (1...50).publisher.map(maxTasks: 8) { value in
      for _ in 0..<(50 - value) { await Task.yield() }
      return value * 2
    }
    await expectEqual(collected(doubles), (1...50).map { $0 * 2 })
  }

  @Test func sendsUnorderedResultsAsTheyCome() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let values = [1, 2].publisher.map(maxTasks: 2, order: .unordered) { value in
      if value == 1 { for await _ in gate { break } }
      return value
    }
    .handleEvents(receiveOutput: { if $0 == 2 { opening.yield() } })
    await expectEqual(collected(values), [2, 1])
  }

  private final class Counters: Sendable {
    let running = Atomic(0)
    let most = Atomic(0)
    let started = Atomic(0)
  }

  @Test func runsNoMoreTasksThanAllowed() async {
    let counters = Counters()
    let values = (1...200).publisher.map(maxTasks: 3, order: .unordered) { value in
      let now = counters.running.add(1, ordering: .relaxed).newValue
      counters.most.max(now, ordering: .relaxed)
      await Task.yield()
      counters.running.subtract(1, ordering: .relaxed)
      return value
    }
    await expectEqual(collected(values).sorted(), Array(1...200))
    #expect(counters.most.load(ordering: .relaxed) <= 3)
  }

  @Test func resultsThatAreNotRequestedHoldUpTheUpstream() async {
    let counters = Counters()
    var iterator = (1...100).publisher.map(maxTasks: 2) { value in
      counters.started.add(1, ordering: .relaxed)
      return value
    }
    .values.makeAsyncIterator()
    for expected in 1...10 { await expectEqual(iterator.next(), expected) }
    #expect(counters.started.load(ordering: .relaxed) <= 12)
  }

  @Test(arguments: [TaskOrder.ordered, .unordered]) func aSlowSubscriberHoldsUpTheUpstream(_ order: TaskOrder) async {
    let counters = Counters()
    let values = (1...200).publisher.map(maxTasks: 3, order: order) { value in
      counters.started.add(1, ordering: .relaxed)
      return value
    }
    let (results, continuation) = AsyncStream<Int>.makeStream()
    var delivered = 0
    let sink = values.sink { _ in
      continuation.finish()
    } receiveValue: {
      #expect(counters.started.load(ordering: .relaxed) <= delivered + 3)
      delivered += 1
      continuation.yield($0)
    }
    var count = 0
    for await _ in results { count += 1 }
    expectEqual(count, 200)
    withExtendedLifetime(sink) {}
  }

  @Test func aFailureOfTheUpstreamIsSentAtOnceAndCancelsItsTasks() async {
    let subject = PassthroughSubject<Int, Odd>()
    let (cancellations, cancelled) = AsyncStream<Void>.makeStream()
    let failures = Atomic(0)
    let sink = subject.map(maxTasks: 1) { value in
      let (never, _continuation) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      cancelled.finish()
      withExtendedLifetime(_continuation) {}
      return value
    }
    .sink(receiveCompletion: { if case .failure = $0 { failures.add(1, ordering: .relaxed) } }, receiveValue: { _ in })
    subject.send(1)
    subject.send(completion: .failure(Odd()))
    expectEqual(failures.load(ordering: .relaxed), 1)
    for await _ in cancellations {}
    withExtendedLifetime(sink) {}
  }

  @Test func anErrorFollowsTheResultsOfEarlierValues() async {
    let values = (1...10).publisher.tryMap(maxTasks: 4) { value in
      if value == 5 { throw Odd() }
      for _ in 0..<(10 - value) { await Task.yield() }
      return value
    }
    var sent: [Int] = []
    await #expect(throws: Odd.self) { for try await value in values.values { sent.append(value) } }
    expectEqual(sent, [1, 2, 3, 4])
  }

  @Test func cancellingCancelsItsTasks() async {
    let (cancellations, cancelled) = AsyncStream<Int>.makeStream()
    let (starts, started) = AsyncStream<Int>.makeStream()
    let sink = [1, 2, 3].publisher.map(maxTasks: 2) { value in
      let (never, _continuation) = AsyncStream<Void>.makeStream()
      await withTaskCancellationHandler {
        started.yield(value)
        for await _ in never {}
      } onCancel: {
        cancelled.yield(value)
      }
      withExtendedLifetime(_continuation) {}
      return value
    }
    .sink { _ in }
    var count = 0
    for await _ in starts {
      count += 1
      if count == 2 { break }
    }
    sink.cancel()
    for await _ in cancellations {
      count -= 1
      if count == 0 { break }
    }
  }

  @Test func flatMapSendsTheValuesOfEveryPublisher() async {
    let values = (1...20).publisher.flatMap(maxTasks: 3) { value in
      await Task.yield()
      return [value, -value].publisher
    }
    await expectEqual(collected(values).sorted(), ((1...20).map { -$0 } + (1...20)).sorted())
  }

  @Test func tenThousandValuesLoseNothing() async {
    let values = (0..<10_000).publisher.map(maxTasks: 16, order: .unordered) { $0 }
    await expectEqual(collected(values).sorted(), Array(0..<10_000))
  }

  @Test func valuesThatAreSentFromWithinFollow() async {
    let subject = PassthroughSubject<Int, Never>()
    // Buffered, because the next value may be requested only after a result has been delivered, if its task is fast.
    let buffered = subject.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
    let values = buffered.map(maxTasks: 2) { $0 }.handleEvents(receiveOutput: {
      if $0 == 100 { subject.send(completion: .finished) } else { subject.send($0 + 1) }
    })
    let (results, continuation) = AsyncStream<Int>.makeStream()
    let sink = values.sink { _ in
      continuation.finish()
    } receiveValue: {
      continuation.yield($0)
    }
    subject.send(1)
    var sent: [Int] = []
    for await value in results { sent.append(value) }
    expectEqual(sent, Array(1...100))
    withExtendedLifetime(sink) {}
  }

  @Test func nothingFollowsACancelFromWithin() async {
    let passed = Atomic(0)
    let (cancellations, cancelled) = AsyncStream<Void>.makeStream()
    let values = (1...1000).publisher.map(maxTasks: 4) { $0 }
      .handleEvents(
        receiveOutput: { _ in passed.add(1, ordering: .relaxed) }, receiveCancel: { cancelled.finish() })
    await expectEqual(collected(values.prefix(3)), [1, 2, 3])
    for await _ in cancellations {}
    expectEqual(passed.load(ordering: .relaxed), 3)
  }

  @Test func failsWithItsUpstream() async {
    struct Down: Error {}
    let values = Fail<Int, Down>(error: Down()).map(maxTasks: 1) { $0 }
    await #expect(throws: Down.self) { for try await _ in values.values {} }
  }
}
