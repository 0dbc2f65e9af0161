import Streams
import Testing

struct OutputTests {
  @Test func prefixSendsTheFirstValuesThenCancels() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.prefix(2))
    [1, 2, 3].forEach { upstream.send($0) }
    upstream.finish()
    expectEqual(subscriber.log, ["Output", "1", "2", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test(arguments: [0..<0, 5..<5, -10..<10, -3..<0])
  func anEmptyRangeOrOneThatBeginsBelowZeroFinishesAtOnce(range: Range<Int>) {
    let upstream = ManualPublisher<Int, Never>()
    expectEqual(log(upstream.output(in: range), .none), ["Output", "finished"])
    expectEqual(upstream.log, ["cancel"])
    expectEqual(log(numbers(0..<9).output(in: range)), ["Output", "finished"])
    expectEqual(Just(12).output(in: range), Optional.Publisher(nil))
  }

  /// T4: also if the values are requested before the end.
  @Test func anEmptyRangeRequestsNothing() {
    let source = Record<Int, TestError>(output: [1], completion: .failure(TestError())).filter { _ in false }
    expectEqual(log(source.prefix(0), .unlimited), ["Output", "finished"])
    expectEqual(log(source.prefix(0), .none), ["Output", "finished"])
    var values: [Int] = []
    let sink = numbers(0..<5).handleEvents(receiveOutput: { values.append($0) }).prefix(0).sink { _ in }
    expectEqual(values, [])
    sink.cancel()
  }

  @Test func sendsTheValuesOfARange() {
    expectEqual(record(numbers(0..<9).output(in: 2..<5)).values, [2, 3, 4])
    expectEqual(record(numbers(0..<9).output(in: 2...5)).values, [2, 3, 4, 5])
    expectEqual(record(numbers(0..<9).output(in: ..<3)).values, [0, 1, 2])
    expectEqual(record(numbers(0..<9).output(in: 7...)).values, [7, 8])
    expectEqual(log(numbers(0..<9).output(at: 3)), ["Output", "3", "finished"])
  }

  @Test func finishesEarlyWithItsUpstream() {
    expectEqual(log(numbers(0..<2).prefix(5)), ["Output", "0", "1", "finished"])
    expectEqual(log(numbers(0..<2).output(at: 5)), ["Output", "finished"])
  }

  @Test func skippedValuesAreReplacedByAskingForMore() {
    expectEqual(log(numbers(0..<9).output(in: 3..<9), .max(2)), ["Output", "3", "4"])
  }

  @Test func aReentrantValueDuringTheLastOneDoesNotBringTheEnd() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let sink = subject.prefix(1).sink { _ in
      log.append("end")
    } receiveValue: {
      log.append("begin \($0)")
      subject.send($0 + 1)
      log.append("done \($0)")
    }
    subject.send(1)
    expectEqual(log, ["begin 1", "done 1", "end"])
    sink.cancel()
  }

  /// A publisher in the form that many write: its loop runs again in a request inside a delivery.
  private struct Naive: Publisher {
    typealias Output = Int
    typealias Failure = Never

    final class Inner: Subscription {
      var subscriber: AnySubscriber<Int, Never>?
      var count = 0

      func request(_ demand: Subscribers.Demand) {
        var left = demand
        while left > 0, count < 100, let subscriber {
          left -= 1
          count += 1
          left += subscriber.receive(count)
        }
      }

      func cancel() { subscriber = nil }
    }

    let inner = Inner()

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      inner.subscriber = AnySubscriber(subscriber)
      subscriber.receive(subscription: inner)
    }
  }

  @Test func aRequestDuringTheLastValueDrainsNoUpstream() {
    let upstream = Naive()
    var log: [Int] = []
    var subscription: (any Subscription)?
    upstream.prefix(3).subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscription = $0
          $0.request(.max(1))
        },
        receiveValue: {
          log.append($0)
          subscription?.request(.max(1))
          return .none
        }))
    expectEqual(log, [1, 2, 3])
    #expect(upstream.inner.count <= 4)
  }

  @Test func sendingInTheLastValueSendsNoMore() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { subject.send($0 + 1) }
    subject.prefix(2).subscribe(subscriber)
    subject.send(1)
    expectEqual(subscriber.log, ["Output", "1", "2", "finished"])
  }

  /// Also a test of the compiler: a constant position must not be an error in the user's code.
  @Test func thePositionMayBeTheLargestNumber() {
    expectEqual(log(numbers(0..<3).output(at: .max)), ["Output", "finished"])
    expectEqual(record(numbers(0..<3).output(in: 1...(.max))).values, [1, 2])
    expectEqual(record(numbers(0..<3).output(in: ...(.max))).values, [0, 1, 2])
    expectEqual(Just(1).output(at: .max), Optional.Publisher(nil))
    expectEqual(Just(1).output(in: 0...(.max)), Optional.Publisher(1))
    expectEqual(Optional(1).publisher.output(at: .max), Optional.Publisher(nil))
    expectEqual(Optional(1).publisher.output(in: 0...(.max)), Optional.Publisher(1))
    expectEqual([1].publisher.output(at: .max), Optional.Publisher(nil))
    expectEqual([1].publisher.output(in: 0..<Int.max), Publishers.Sequence(sequence: [1]))
    expectEqual(record(numbers(0..<3).prefix(.max)).values, [0, 1, 2])
    expectEqual(record(numbers(0..<3).dropFirst(.max)).values, [])
    expectEqual(record(numbers(0..<3).collect(.max)).values, [[0, 1, 2]])
    expectEqual(
      record(numbers(0..<3).buffer(size: .max, prefetch: .keepFull, whenFull: .dropNewest)).values, [0, 1, 2])
  }

  @Test func aNegativeNumberTraps() async {
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(at: -1) }
  }
}
