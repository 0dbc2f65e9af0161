import StreamsExtras
import StreamsLaws
import StreamsTesting
import Testing

struct WithLatestFromTests {
  let main = PassthroughSubject<Int, LawError>()
  let state = PassthroughSubject<String, LawError>()

  @Test func takesTheLatestOfTheOther() {
    var sent: [String] = []
    let sink = main.withLatestFrom(state) { "\($0)\($1)" }.sink(receiveCompletion: { _ in }) { sent.append($0) }
    main.send(1)
    state.send("a")
    state.send("b")
    main.send(2)
    main.send(3)
    expectEqual(sent, ["2b", "3b"])
    state.send(completion: .finished)
    main.send(4)
    expectEqual(sent.last, "4b")
    withExtendedLifetime(sink) {}
  }

  @Test func failsWithTheOther() {
    var end: Subscribers.Completion<LawError>?
    let sink = main.withLatestFrom(state).sink(receiveCompletion: { end = $0 }) { _ in }
    state.send(completion: .failure(LawError()))
    expectEqual(end, .failure(LawError()))
    withExtendedLifetime(sink) {}
  }

  @Test func combinesWithTheLatestOfTwoAndThree() {
    let a = CurrentValueSubject<Int, LawError>(1)
    let b = CurrentValueSubject<Int, LawError>(10)
    let c = CurrentValueSubject<Int, LawError>(100)
    var sums: [Int] = []
    let two = main.withLatestFrom(a, b) { $0 + $1.0 + $1.1 }.sink(receiveCompletion: { _ in }) { sums.append($0) }
    let three = main.withLatestFrom(a, b, c).sink(receiveCompletion: { _ in }) { sums.append($0.0 + $0.1 + $0.2) }
    main.send(1000)
    a.send(2)
    main.send(1000)
    expectEqual(sums, [1011, 111, 1012, 112])
    withExtendedLifetime((two, three)) {}
  }

  /// A value that the subscriber sends from inside a delivery follows, with the state as it is then.
  @Test func sendsWhatIsSentInside() {
    var sent: [String] = []
    let sink = main.withLatestFrom(state) { "\($0)\($1)" }.sink(receiveCompletion: { _ in }) { value in
      sent.append(value)
      guard sent.count == 1 else { return }
      state.send("b")
      main.send(2)
      sent.append("|")
    }
    state.send("a")
    main.send(1)
    expectEqual(sent, ["1a", "|", "2b"])
    withExtendedLifetime(sink) {}
  }

  @Test func dropsTheResultOfAClosureThatEndsTheStream() {
    for ends: (WithLatestFromTests) -> Void in [
      { $0.main.send(completion: .finished) }, { $0.state.send(completion: .failure(LawError())) },
    ] {
      let (test, tokens) = (WithLatestFromTests(), Counter())
      var events: [String] = []
      let sink = test.main.withLatestFrom(test.state) { value, _ -> Token in
        if value == 2 { ends(test) }
        return Token(tokens, value)
      }.sink(receiveCompletion: { _ in events.append("end") }) { events.append("\($0.number)") }
      test.state.send("a")
      test.main.send(1)
      test.main.send(2)
      test.main.send(3)
      expectEqual(events, ["1", "end"])
      expectEqual(tokens.count, 0)
      withExtendedLifetime(sink) {}
    }
  }

  @Test func dropsTheResultOfAClosureThatCancels() {
    var sent: [String] = []
    var sink: AnyCancellable?
    let naive = NaiveSource<Int, LawError>()
    sink = naive.withLatestFrom(state) { value, other in
      if value == 2 { sink?.cancel() }
      return "\(value)\(other)"
    }.sink(receiveCompletion: { _ in }) { sent.append($0) }
    state.send("a")
    naive.send(1)
    naive.send(2)
    naive.send(3)
    expectEqual(sent, ["1a"])
  }

  @Test func aValueSentByItsClosurePassesAsInMap() {
    func sent<P: Publisher<Int, LawError>>(_ make: (@escaping (Int) -> Int) -> P) -> [Int] {
      var sent: [Int] = []
      let sink = make { [main] value in
        if value == 1 { main.send(2) }
        return value
      }.sink(receiveCompletion: { _ in }) { sent.append($0) }
      state.send("a")
      main.send(1)
      sink.cancel()
      return sent
    }
    expectEqual(
      sent { transform in main.withLatestFrom(state) { value, _ in transform(value) } }, sent { main.map($0) })
  }

  @Test func drawsAsItsPageSays() {
    let time = VirtualTimeScheduler()
    let letters = time.cold("--a----b-|")
    let taps = time.cold("-1-2-3--4--|", values: .digits)
    time.expect(taps.withLatestFrom(letters), toEqual: "---a-a--b--|")
  }
}
