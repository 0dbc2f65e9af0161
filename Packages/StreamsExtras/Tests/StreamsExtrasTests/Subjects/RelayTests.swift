import StreamsExtras
import Testing

struct RelayTests {
  @Test func aPassthroughRelaySendsOnlyToCurrentSubscribers() {
    let relay = PassthroughRelay<Int>()
    var sent: [Int] = []
    relay.accept(0)
    let sink = relay.sink { sent.append($0) }
    relay.accept(1)
    expectEqual(sent, [1])
    withExtendedLifetime(sink) {}
  }

  @Test func keepsTheLatest() {
    let relay = CurrentValueRelay(1)
    var sent: [Int] = []
    let sink = relay.sink { sent.append($0) }
    relay.accept(2)
    expectEqual(sent, [1, 2])
    expectEqual(relay.value, 2)
    withExtendedLifetime(sink) {}
  }

  @Test func doesNotEndWithItsUpstream() {
    let relay = PassthroughRelay<Int>()
    var sent: [Int] = []
    var hasEnded = false
    let sink = relay.sink(receiveCompletion: { _ in hasEnded = true }) { sent.append($0) }
    let connections = [[1, 2].publisher.subscribe(relay), Just(3).subscribe(relay)]
    expectEqual(sent, [1, 2, 3])
    #expect(!hasEnded)
    withExtendedLifetime((sink, connections)) {}
  }

  @Test func aRelayOfVoidAcceptsWithoutAnArgument() {
    let relay = PassthroughRelay<Void>()
    var count = 0
    let sink = relay.sink { count += 1 }
    relay.accept()
    expectEqual(count, 1)
    withExtendedLifetime(sink) {}
  }
}
