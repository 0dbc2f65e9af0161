import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

struct WindowTests {
  let time = VirtualTimeScheduler()
  let source = PassthroughSubject<Int, LawError>()

  @Test func windowsByCountAreLive() {
    var log: [String] = []
    var number = 0
    let sink = source.window(count: 2)
      .flatMap { window in
        number += 1
        return window.map { [number] in "\(number): \($0)" }.append("end \(number)")
      }
      .sink(receiveCompletion: { _ in log.append("end") }) { log.append($0) }
    source.send(1)
    expectEqual(log, ["1: 1"])
    source.send(2)
    source.send(3)
    expectEqual(log, ["1: 1", "1: 2", "end 1", "2: 3"])
    source.send(completion: .finished)
    expectEqual(log, ["1: 1", "1: 2", "end 1", "2: 3", "end 2", "end"])
    withExtendedLifetime(sink) {}
  }

  @Test func valuesSentFromWithinADeliveryLoseNothing() {
    let naive = NaiveSource<Int, Never>()
    var log: [Int] = []
    let windows = naive.window(count: 2).flatMap { $0 }.sink {
      log.append($0)
      if $0 <= 4 { naive.send($0 + 2) }
    }
    naive.send(1)
    naive.send(2)
    expectEqual(log, [1, 3, 5, 2, 4, 6])
    windows.cancel()
  }

  /// Sends `nested` while the first window is being sent, then `later`. Returns the values of each window.
  private func windows(of count: Int, nested: [Int], later: [Int]) -> [[Int]] {
    let source = PassthroughSubject<Int, Never>()
    var bag: Set<AnyCancellable> = []
    var values: [[Int]] = []
    source.window(count: count).sink { window in
      let place = values.count
      values.append([])
      window.sink { values[place].append($0) }.store(in: &bag)
      if place == 0 { for value in nested { source.send(value) } }
    }.store(in: &bag)
    source.send(1)
    for value in later { source.send(value) }
    return values
  }

  @Test func valuesSentWhileAWindowIsSentFollowItsFirst() {
    expectEqual(windows(of: 1, nested: [2], later: [3]), [[1], [2], [3]])
    expectEqual(windows(of: 2, nested: [2], later: [3, 4]), [[1, 2], [3, 4]])
    expectEqual(windows(of: 2, nested: [2, 3], later: [4, 5]), [[1, 2], [3, 4], [5]])
    expectEqual(windows(of: 3, nested: [2, 3, 4, 5], later: [6]), [[1, 2, 3], [4, 5, 6]])
  }

  @Test func anEndSentWhileAWindowIsSentFollowsItsFirstValue() {
    var log: [String] = []
    var inner: AnyCancellable?
    let sink = source.window(count: 2).sink(receiveCompletion: { _ in log.append("end") }) { window in
      inner = window.sink(receiveCompletion: { _ in log.append("end of window") }) { log.append("\($0)") }
      source.send(completion: .finished)
    }
    source.send(1)
    expectEqual(log, ["1", "end of window", "end"])
    withExtendedLifetime((sink, inner)) {}
  }

  @Test func anUpstreamThatKeepsItsSubscriberFillsNothingAfterACancel() {
    let naive = NaiveSource<Token, Never>()
    let tokens = Counter()
    func check<P: Publisher>(_ windows: P) {
      let sink = windows.sink(receiveCompletion: { _ in }) { _ in }
      naive.send(Token(tokens))
      sink.cancel()
      for _ in 0..<100 { naive.send(Token(tokens)) }
      #expect(tokens.count <= 1)
      naive.forget()
      expectEqual(tokens.count, 0)
    }
    check(naive.window(count: 1_000))
    check(naive.window(time: .milliseconds(5), scheduler: time))
    check(naive.groupBy { _ in 0 })
  }

  @Test func noWindowBeginsAfterTheSubscriberOfWindowsHasCancelled() {
    let naive = NaiveSource<Token, Never>()
    let tokens = Counter()
    var inner: AnyCancellable?
    let sink = naive.groupBy { $0.number % 10 }.sink { group in
      if group.key == 0 { inner = group.sink { _ in } }
    }
    naive.send(Token(tokens, 0))
    sink.cancel()
    for number in 0..<1_000 { naive.send(Token(tokens, number)) }
    expectEqual(tokens.count, 0)
    inner?.cancel()
  }

  @Test func groupsFinishedFromWithinADeliveryLoseNothing() {
    let naive = NaiveSource<Int, Never>()
    var log: [Int] = []
    let groups = naive.groupBy({ $0 % 3 }, maxGroups: 1).flatMap { $0 }.sink {
      log.append($0)
      if $0 < 6 { naive.send($0 + 1) } else if $0 == 6 { naive.send(completion: .finished) }
    }
    naive.send(1)
    naive.send(7)
    expectEqual(log, [1, 2, 3, 4, 5, 6])
    groups.cancel()
  }

  @Test func windowsAskForTheirValues() {
    var requests: [Subscribers.Demand] = []
    var windows: [WindowPublisher<Int, Never>] = []
    var subscription: (any Subscription)?
    (1...9).publisher.handleEvents(receiveRequest: { requests.append($0) }).window(count: 3).subscribe(
      AnySubscriber(
        receiveSubscription: { subscription = $0 },
        receiveValue: {
          windows.append($0)
          return .none
        }))
    subscription?.request(.max(2))
    expectEqual(requests, [.max(6)])
    expectEqual(windows.count, 2)
    var values: [Int] = []
    _ = windows[1].sink { values.append($0) }
    expectEqual(values, [4, 5, 6])
    subscription?.cancel()
  }

  @Test func aWindowOutlivesTheSubscriberOfWindows() {
    var values: [Int] = []
    var cancels = 0
    var hasEnded = false
    let sink = source.handleEvents(receiveCancel: { cancels += 1 }).window(count: 3).prefix(1).flatMap { $0 }
      .sink(receiveCompletion: { _ in hasEnded = true }) { values.append($0) }
    source.send(1)
    source.send(2)
    expectEqual(cancels, 0)
    source.send(3)
    expectEqual(values, [1, 2, 3])
    #expect(hasEnded)
    expectEqual(cancels, 1)
    withExtendedLifetime(sink) {}
  }

  @Test func aWindowThatNobodyHasSubscribedToEndsWithTheSubscriberOfWindows() {
    var windows: [WindowPublisher<Int, LawError>] = []
    let sink = source.window(count: 3).sink(receiveCompletion: { _ in }) { windows.append($0) }
    source.send(1)
    sink.cancel()
    var values: [Int] = []
    var hasEnded = false
    _ = windows[0].sink(receiveCompletion: { _ in hasEnded = true }) { values.append($0) }
    expectEqual(values, [1])
    #expect(hasEnded)
  }

  @Test func windowsByTime() {
    let letters = time.cold("-a-b-c-------d-|")
    let windows = letters.window(time: .milliseconds(5), scheduler: time).enumerated()
      .flatMap { window in window.element.map { "\(window.offset)\($0)" } }
    var log: [String] = []
    let sink = windows.sink(receiveCompletion: { _ in log.append("end") }) { log.append($0) }
    time.run()
    expectEqual(log, ["0a", "0b", "1c", "2d", "end"])
    #expect(time.timeline.pending.isEmpty)
    withExtendedLifetime(sink) {}
  }

  @Test func aTimedWindowEndsWithItsPeriod() {
    let lengths = time.cold("-a-b--c------|").window(time: .milliseconds(5), scheduler: time)
      .flatMap { $0.count() }.map { "\($0)" }
    time.expect(lengths, toEqual: "-----2----1--|")
  }

  #if !os(Windows)
    @Test func aSecondSubscriberTraps() async {
      await #expect(processExitsWith: .failure) {
        let subject = PassthroughSubject<Int, Never>()
        var windows: [WindowPublisher<Int, Never>] = []
        let sink = subject.window(count: 2).sink { windows.append($0) }
        subject.send(1)
        _ = windows[0].sink { _ in }
        _ = windows[0].sink { _ in }
        withExtendedLifetime(sink) {}
      }
    }
  #endif

  @Test func aWindowThatNobodyKeepsDropsItsValues() {
    let counter = Counter()
    let source = PassthroughSubject<Token, Never>()
    let sinks = [
      source.window(count: 3).sink { _ in }, source.window(time: .seconds(1), scheduler: time).sink { _ in },
    ]
    for number in 0..<2 { source.send(Token(counter, number)) }
    expectEqual(counter.count, 0)
    for sink in sinks { sink.cancel() }
  }
}
