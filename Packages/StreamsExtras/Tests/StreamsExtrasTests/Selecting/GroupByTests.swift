import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

struct GroupByTests {
  @Test func aGroupHasItsName() async {
    var name = ""
    let sink = Just(1).groupBy { $0 }.sink { group in
      group.subscribe(AnySubscriber(receiveSubscription: { name = "\($0)" }))
    }
    expectEqual(name, "Group")
    withExtendedLifetime(sink) {}
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Just(1).groupBy { $0 }.sink { group in
        _ = group.sink { _ in }
        _ = group.sink { _ in }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Group: subscribed to twice; use share()"))
  }

  let source = PassthroughSubject<Int, LawError>()

  private func log(maxGroups: Int = .max) -> Log {
    let log = Log()
    log.sink = source.groupBy({ $0 / 10 }, maxGroups: maxGroups)
      .flatMap { group in group.map { "\(group.key): \($0)" }.append("end \(group.key)") }
      .sink(receiveCompletion: { _ in log.lines.append("end") }) { log.lines.append($0) }
    return log
  }

  private final class Log {
    var lines: [String] = []
    var sink: AnyCancellable?
  }

  @Test func sendsEachValueToTheGroupOfItsKey() {
    let log = log()
    for value in [1, 12, 2, 23] { source.send(value) }
    source.send(completion: .finished)
    expectEqual(log.lines, ["0: 1", "1: 12", "0: 2", "2: 23", "end 1", "end 0", "end 2", "end"])
  }

  @Test func closesTheGroupThatIsUsedLeastRecently() {
    let log = log(maxGroups: 2)
    for value in [1, 12, 2, 23, 13] { source.send(value) }
    expectEqual(log.lines, ["0: 1", "1: 12", "0: 2", "end 1", "2: 23", "end 0", "1: 13"])
  }

  @Test func keepsValuesUntilTheyAreRequested() {
    var groups: [GroupedPublisher<Int, Int, LawError>] = []
    let sink = source.groupBy { $0 / 10 }.sink(receiveCompletion: { _ in }) { groups.append($0) }
    for value in [1, 12, 2] { source.send(value) }
    var values: [Int] = []
    let inner = groups[0].sink(receiveCompletion: { _ in }) { values.append($0) }
    expectEqual(values, [1, 2])
    inner.cancel()
    source.send(3)
    expectEqual(values, [1, 2])
    expectEqual(groups.map(\.key), [0, 1])
    withExtendedLifetime(sink) {}
  }

  @Test func goesOnForAGroupWhenTheSubscriberOfGroupsHasCancelled() {
    var values: [Int] = []
    var cancels = 0
    let sink = source.handleEvents(receiveCancel: { cancels += 1 }).groupBy { $0 / 10 }.prefix(1).flatMap { $0 }
      .sink(receiveCompletion: { _ in }) { values.append($0) }
    for value in [1, 12, 2] { source.send(value) }
    expectEqual(values, [1, 2])
    expectEqual(cancels, 0)
    sink.cancel()
    expectEqual(cancels, 1)
  }

  @Test func whatIsSentWhileAGroupOpensFollowsItsFirstValue() {
    let log = Log()
    log.sink = source.groupBy({ $0 / 10 }, maxGroups: 1)
      .flatMap { [source] group in
        let isFirst = log.lines.isEmpty
        log.lines.append("group \(group.key)")
        if isFirst { for value in [2, 13, 3] { source.send(value) } }
        return group.map { "\(group.key): \($0)" }.append("end \(group.key)")
      }
      .sink(receiveCompletion: { _ in log.lines.append("end") }) { log.lines.append($0) }
    source.send(1)
    source.send(completion: .finished)
    expectEqual(
      log.lines,
      [
        "group 0", "0: 1", "0: 2", "end 0", "group 1", "1: 13", "end 1", "group 0", "0: 3", "end 0", "end",
      ])
  }

  @Test func theEndOfAGroupMaySend() {
    let log = Log()
    var groups = 0
    var mostGroups = 0
    var sinks: Set<AnyCancellable> = []
    log.sink = source.groupBy({ $0 / 10 }, maxGroups: 1).sink(receiveCompletion: { _ in log.lines.append("end") }) {
      [source] group in
      groups += 1
      mostGroups = max(mostGroups, groups)
      group.sink { _ in
        groups -= 1
        log.lines.append("end \(group.key)")
        if group.key == 0 { source.send(11) }
        if group.key == 1 { source.send(completion: .finished) }
      } receiveValue: {
        log.lines.append("\(group.key): \($0)")
      }.store(in: &sinks)
    }
    source.send(1)
    source.send(12)
    expectEqual(log.lines, ["0: 1", "end 0", "1: 12", "1: 11"])
    source.send(20)
    expectEqual(log.lines.suffix(4), ["end 1", "2: 20", "end 2", "end"])
    expectEqual(mostGroups, 1)
    expectEqual(groups, 0)
  }

  @Test func aGroupThatNobodyKeepsDropsItsValues() {
    let counter = Counter()
    let source = PassthroughSubject<Token, Never>()
    var kept: [GroupedPublisher<Int, Token, Never>] = []
    let sink = source.groupBy { $0.number }.sink { if $0.key == 1 { kept.append($0) } }
    for number in [0, 1, 0, 1, 0] { source.send(Token(counter, number)) }
    expectEqual(counter.count, 2)
    kept = []
    expectEqual(counter.count, 0)
    source.send(Token(counter, 1))
    expectEqual(counter.count, 0)
    sink.cancel()
  }

  @Test func aGroupThatWaitsWhenTheSubscriberOfGroupsCancelsDropsItsValues() {
    let counter = Counter()
    let source = PassthroughSubject<Token, Never>()
    var groups: (any Subscription)?
    var values = 0
    var inner: AnyCancellable?
    source.groupBy { $0.number }.subscribe(
      AnySubscriber(
        receiveSubscription: {
          groups = $0
          $0.request(.max(1))
        },
        receiveValue: { group in
          inner = group.sink { _ in values += 1 }
          return .none
        }))
    for number in [0, 1, 1] { source.send(Token(counter, number)) }
    expectEqual(counter.count, 2)
    groups?.cancel()
    for number in [0, 1, 1] { source.send(Token(counter, number)) }
    expectEqual(counter.count, 0)
    expectEqual(values, 2)
    inner?.cancel()
  }
}
