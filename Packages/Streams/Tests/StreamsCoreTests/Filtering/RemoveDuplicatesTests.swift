import Streams
import Testing

struct RemoveDuplicatesTests {
  @Test func sendsWhatDiffersFromTheValueBefore() {
    let upstream = [1, 1, 2, 2, 2, 1, 3, 3].publisher as any Publisher<Int, Never>
    expectEqual(log(AnyPublisher(upstream).removeDuplicates()), ["RemoveDuplicates", "1", "2", "1", "3", "finished"])
  }

  @Test func comparesWithTheLastValueSentNotWithTheLastDropped() {
    let nearby = numbers(0..<7).removeDuplicates { $1 - $0 < 3 }
    expectEqual(record(nearby).values, [0, 3, 6])
  }

  @Test func aDroppedValueIsReplacedByAskingForOneMore() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.removeDuplicates(), .max(2))
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .none)
    expectEqual(upstream.log, ["request(max(2))"])
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["RemoveDuplicates", "1", "2", "failure(test error)"])
  }

  @Test func anErrorOfThePredicateEndsTheStream() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.tryRemoveDuplicates { if $1 == 3 { throw TestError() } else { $0 == $1 } })
    [1, 1, 2, 3, 4].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["TryRemoveDuplicates", "1", "2", "failure(test error)"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func aPredicateThatSendsIntoItsOwnStreamHarmsNothing() {
    let subject = PassthroughSubject<Box, Never>()
    var sent: [Int] = []
    let cancellable = subject.removeDuplicates { first, second in
      if second.number == 2 { subject.send(Box(9)) }
      return first.number == second.number
    }.sink { sent.append($0.number) }
    [1, 2, 2, 3].forEach { subject.send(Box($0)) }
    #expect(sent.contains(1) && sent.contains(3) && sent.contains(9))
    withExtendedLifetime(cancellable) {}
  }
}

private final class Box {
  let number: Int
  init(_ number: Int) { self.number = number }
}
