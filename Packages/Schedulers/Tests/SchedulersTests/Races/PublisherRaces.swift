import Dispatch
import Schedulers
import Streams

/// Publishers of which two send, end or are subscribed to at one instant.
let publisherRaces: [Race] = [
  Race(
    "stale search result",
    broken: { timeline in
      try search(on: timeline) { queries, search in queries.flatMap { search($0) }.eraseToAnyPublisher() }
    },
    fixed: { timeline in
      try search(on: timeline) { queries, search in
        queries.map { search($0) }.switchToLatest().eraseToAnyPublisher()
      }
    }),

  Race(
    "replay against send",
    broken: { timeline in
      let values = CurrentValueSubject<Int, Never>(1)
      let changes = values.dropFirst()
      var seen: [Int] = []
      var subscription: AnyCancellable?
      timeline.schedule(in: .seconds(1)) { values.send(2) }
      timeline.schedule(in: .seconds(1)) {
        seen.append(values.value)
        timeline.schedule { subscription = changes.sink { seen.append($0) } }
      }
      timeline.advance(by: .seconds(1))
      withExtendedLifetime(subscription) {}
      try check(seen.last == values.value, "shows \(seen), is \(values.value)")
    },
    fixed: { timeline in
      let values = CurrentValueSubject<Int, Never>(1)
      var seen: [Int] = []
      var subscription: AnyCancellable?
      timeline.schedule(in: .seconds(1)) { values.send(2) }
      timeline.schedule(in: .seconds(1)) {
        timeline.schedule { subscription = values.sink { seen.append($0) } }
      }
      timeline.advance(by: .seconds(1))
      withExtendedLifetime(subscription) {}
      try check(seen.last == values.value, "shows \(seen), is \(values.value)")
    }),

  Race(
    "the second subscriber comes after the first value",
    broken: { timeline in
      let source = PassthroughSubject<Int, Never>()
      let shared = source.share()
      try twoSubscribers(to: shared, of: source, on: timeline)
    },
    fixed: { timeline in
      let source = CurrentValueSubject<Int, Never>(0)
      try twoSubscribers(to: source.filter { $0 > 0 }, of: source, on: timeline)
    }),

  Race(
    "switchToLatest against completion",
    broken: { timeline in
      let (pages, done, seen) = latest(on: timeline) { $0.switchToLatest().prefix(untilOutputFrom: $1) }
      withExtendedLifetime((pages, done)) {}
      try check(seen == [1, 2], "the last value was cut off: \(seen)")
    },
    fixed: { timeline in
      let (pages, done, seen) = latest(on: timeline) { pages, done in
        pages.prefix(untilOutputFrom: done).switchToLatest()
      }
      withExtendedLifetime((pages, done)) {}
      try check(seen == [1, 2], "the last value was cut off: \(seen)")
    }),

  Race(
    "submit against debounce",
    broken: { timeline in
      try submit(on: timeline) { typed, debounced in debounced }
    },
    fixed: { timeline in
      try submit(on: timeline) { typed, debounced in typed }
    }),
]

/// Two searches whose results come at one instant; the first takes longer.
private func search(
  on timeline: Timeline,
  _ results: (PassthroughSubject<String, Never>, @escaping (String) -> AnyPublisher<String, Never>) -> AnyPublisher<
    String, Never
  >
) throws {
  let scheduler = DispatchQueue.test(on: timeline)
  let queries = PassthroughSubject<String, Never>()
  var shown = ""
  let subscription = results(queries) { query in
    Just("results for \(query)").delay(for: query == "a" ? 2 : 1, scheduler: scheduler).eraseToAnyPublisher()
  }.sink { shown = $0 }
  queries.send("a")
  timeline.schedule(in: .seconds(1)) { queries.send("ab") }
  timeline.advance(by: .seconds(3))
  subscription.cancel()
  try check(shown == "results for ab", "shows \(shown)")
}

private func twoSubscribers(
  to shared: some Publisher<Int, Never>, of source: some Subject<Int, Never>, on timeline: Timeline
) throws {
  var first: [Int] = []
  var second: [Int] = []
  var subscriptions: [AnyCancellable] = []
  timeline.schedule(in: .seconds(1)) { subscriptions.append(shared.sink { first.append($0) }) }
  timeline.schedule(in: .seconds(1)) { subscriptions.append(shared.sink { second.append($0) }) }
  timeline.schedule(in: .seconds(1)) { source.send(1) }
  timeline.advance(by: .seconds(1))
  subscriptions = []
  try check(first == [1], "the first saw \(first)")
  try check(second == [1], "the second saw \(second)")
}

/// Two pages, one after the other; the last value of the second comes as the end is announced.
private func latest<P: Publisher<Int, Never>>(
  on timeline: Timeline,
  _ values: (PassthroughSubject<AnyPublisher<Int, Never>, Never>, PassthroughSubject<Void, Never>) -> P
) -> (PassthroughSubject<AnyPublisher<Int, Never>, Never>, PassthroughSubject<Void, Never>, [Int]) {
  let scheduler = DispatchQueue.test(on: timeline)
  let pages = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
  let done = PassthroughSubject<Void, Never>()
  var seen: [Int] = []
  let subscription = values(pages, done).sink { seen.append($0) }
  pages.send(Just(1).eraseToAnyPublisher())
  pages.send(Just(2).delay(for: 1, scheduler: scheduler).eraseToAnyPublisher())
  timeline.schedule(in: .seconds(1)) { done.send(()) }
  timeline.advance(by: .seconds(2))
  subscription.cancel()
  return (pages, done, seen)
}

/// Text that is typed just before a button is pressed.
private func submit(on timeline: Timeline, _ text: @escaping (String, String) -> String) throws {
  let scheduler = DispatchQueue.test(on: timeline)
  let typed = CurrentValueSubject<String, Never>("")
  var debounced = ""
  var submitted = ""
  let subscription = typed.debounce(for: .milliseconds(300), scheduler: scheduler).sink { debounced = $0 }
  timeline.schedule(in: .milliseconds(700)) { typed.send("hello") }
  timeline.schedule(in: .milliseconds(800)) {
    timeline.schedule(in: .milliseconds(200)) { submitted = text(typed.value, debounced) }
  }
  timeline.advance(by: .seconds(2))
  subscription.cancel()
  try check(submitted == "hello", "submitted \"\(submitted)\"")
}
