import StreamsExtras
import StreamsTesting
import Testing

struct ShareReplayTests {
  let source = PassthroughSubject<Int, Never>()
  let counts = Counts()

  final class Counts {
    var subscriptions = 0
    var cancels = 0
  }

  var counted: some Publisher<Int, Never> {
    source.handleEvents(
      receiveSubscription: { [counts] _ in counts.subscriptions += 1 },
      receiveCancel: { [counts] in counts.cancels += 1 })
  }

  @Test func sharesAndReplays() {
    let shared = counted.share(replay: 2)
    var first: [Int] = []
    var second: [Int] = []
    let one = shared.sink { first.append($0) }
    for value in 1...3 { source.send(value) }
    let two = shared.sink { second.append($0) }
    source.send(4)
    expectEqual(first, [1, 2, 3, 4])
    expectEqual(second, [2, 3, 4])
    expectEqual(counts.subscriptions, 1)
    one.cancel()
    expectEqual(counts.cancels, 0)
    two.cancel()
    expectEqual(counts.cancels, 1)
  }

  @Test func valuesAreReplayedWithinTheirScope() {
    for (scope, kept) in [(ReplayScope.forever, [1]), (.whileConnected, [])] {
      let shared = counted.share(replay: 1, scope: scope)
      let one = shared.sink { _ in }
      source.send(1)
      one.cancel()
      var sent: [Int] = []
      let two = shared.sink { sent.append($0) }
      expectEqual(sent, kept)
      source.send(2)
      expectEqual(sent, kept + [2])
      two.cancel()
    }
    expectEqual(counts.subscriptions, 4)
  }

  @Test func afterTheEndItReplaysOrBeginsAgain() {
    var subscriptions = 0
    let source = Deferred {
      subscriptions += 1
      return [1, 2, 3].publisher
    }
    let forever = source.share(replay: 2)
    let connected = source.share(replay: 2, scope: .whileConnected)
    func values(_ publisher: some Publisher<Int, Never>) -> [Int] {
      var values: [Int] = []
      var hasEnded = false
      _ = publisher.sink(receiveCompletion: { _ in hasEnded = true }) { values.append($0) }
      #expect(hasEnded)
      return values
    }
    expectEqual(values(forever), [1, 2, 3])
    expectEqual(values(forever), [2, 3])
    expectEqual(subscriptions, 1)
    expectEqual(values(connected), [1, 2, 3])
    expectEqual(values(connected), [1, 2, 3])
    expectEqual(subscriptions, 3)
  }

  @Test func aSubscriberMayComeBackInsideTheEnd() {
    var rounds = 0
    let shared = Just(1).share(replay: 1, scope: .whileConnected)
    func again() {
      rounds += 1
      if rounds < 4 { _ = shared.sink(receiveCompletion: { _ in again() }) { _ in } }
    }
    again()
    expectEqual(rounds, 4)
  }

  @Test func leavesInsideTheFirstValueOfAnEndlessSource() {
    var sent: [Int] = []
    let numbers = sequence(first: 1) { $0 + 1 }.publisher.share(replay: 1)
    _ = numbers.prefix(3).sink { sent.append($0) }
    expectEqual(sent, [1, 2, 3])
  }
}
