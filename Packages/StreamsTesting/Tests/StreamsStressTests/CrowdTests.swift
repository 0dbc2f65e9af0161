import Dispatch
import StreamsTesting
import Testing

private typealias Subjects = [PassthroughSubject<Int, Never>]

/// Everything that several threads may use at once. See ``Crowd`` for what they do.
@Suite(.leakCheck()) struct CrowdTests {
  @Test func passthroughSubject() async {
    await Crowd(name: "PassthroughSubject", promise: .everything) { $0[0].eraseToAnyPublisher() }.run()
  }

  @Test func currentValueSubject() async {
    await Crowd(name: "CurrentValueSubject", promise: .some) { subjects in
      let current = CurrentValueSubject<Int, Never>(-1)
      let feeding = subjects[0].sink(
        receiveCompletion: { current.send(completion: $0) }, receiveValue: { current.send($0) })
      return current.handleEvents(receiveCancel: { _ = feeding }).eraseToAnyPublisher()
    }.run()
  }

  @Test func operatorsOfOneInput() async {
    await Crowd(name: "map, filter, scan, tryMap", promise: .everything) {
      $0[0].map { $0 }.filter { _ in true }.scan(0) { $1 }.tryMap { $0 }.replaceError(with: 0).eraseToAnyPublisher()
    }.run()
  }

  @Test func share() async {
    await Crowd(name: "share", promise: .everything) { $0[0].share().eraseToAnyPublisher() }.run()
  }

  @Test func multicast() async {
    await Crowd(name: "multicast", promise: .everything) {
      $0[0].multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher()
    }.run()
  }

  @Test func merge() async {
    await Crowd(name: "merge", promise: .everything, sources: 3) {
      $0[0].merge(with: $0[1], $0[2]).eraseToAnyPublisher()
    }.run()
  }

  @Test func mergeMany() async {
    await Crowd(name: "MergeMany", promise: .everything, sources: 6) {
      Publishers.MergeMany($0).eraseToAnyPublisher()
    }.run()
  }

  @Test func flatMap() async {
    await Crowd(name: "flatMap", promise: .everything, sources: 6) { (subjects: Subjects) in
      subjects.publisher.flatMap { $0 }.eraseToAnyPublisher()
    }.run()
  }

  @Test func flatMapOfJust() async {
    await Crowd(name: "flatMap of Just", promise: .everything) {
      $0[0].flatMap { Just($0) }.eraseToAnyPublisher()
    }.run()
  }

  @Test func switchToLatest() async {
    await Crowd(name: "switchToLatest", promise: .some, sources: 3) { (subjects: Subjects) in
      subjects[0].map { subjects[1 + abs($0) % 2] }.switchToLatest().eraseToAnyPublisher()
    }.run()
  }

  @Test func zip() async {
    // Both sources are sent the same number of values.
    let count = Crowd.senders / 2 * Crowd.valuesEach
    await Crowd(name: "zip", promise: .count(count), sources: 2, reenters: false) {
      $0[0].zip($0[1]) { first, _ in first }.eraseToAnyPublisher()
    }.run()
  }

  @Test func combineLatest() async {
    await Crowd(name: "combineLatest", promise: .nothing, sources: 2) {
      $0[0].combineLatest($0[1]) { max($0, $1) }.eraseToAnyPublisher()
    }.run()
  }

  @Test func buffer() async {
    await Crowd(name: "buffer", promise: .everything) {
      $0[0].buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
    }.run()
  }

  @Test func append() async {
    await Crowd(name: "append", promise: .everything) {
      $0[0].append([-1]).eraseToAnyPublisher()
    }.run()
  }

  @Test func prefixUntilOutputFrom() async {
    await Crowd(name: "prefix(untilOutputFrom:)", promise: .some, sources: 6) { (subjects: Subjects) in
      Publishers.MergeMany(subjects).prefix(untilOutputFrom: subjects[5].filter { $0 % 1_000 == 20 })
        .eraseToAnyPublisher()
    }.run()
  }

  @Test func dropUntilOutputFrom() async {
    await Crowd(name: "drop(untilOutputFrom:)", promise: .some, sources: 6) { (subjects: Subjects) in
      Publishers.MergeMany(subjects[..<5]).drop(untilOutputFrom: subjects[5]).eraseToAnyPublisher()
    }.run()
  }
}

/// The same with schedulers.
@Suite(.leakCheck()) struct CrowdOnQueuesTests {
  private let queue = DispatchQueue(label: "stress")

  @Test func receiveOnAQueue() async {
    let queue = queue
    await Crowd(name: "receive(on:)", promise: .everything) { $0[0].receive(on: queue).eraseToAnyPublisher() }.run()
  }

  @Test func receiveOnAConcurrentQueue() async {
    await Crowd(name: "receive(on:) a concurrent queue", promise: .everything) {
      $0[0].receive(on: DispatchQueue.global()).eraseToAnyPublisher()
    }.run()
  }

  @Test func subscribeOn() async {
    let queue = queue
    // A subscriber on a queue has missed the values sent before.
    await Crowd(name: "subscribe(on:)", promise: .some) { $0[0].subscribe(on: queue).eraseToAnyPublisher() }.run()
  }

  @Test func delay() async {
    let queue = queue
    await Crowd(name: "delay", promise: .everything) {
      $0[0].delay(for: .microseconds(200), scheduler: queue).eraseToAnyPublisher()
    }.run()
  }

  @Test func debounce() async {
    let queue = queue
    await Crowd(name: "debounce", promise: .some) {
      $0[0].debounce(for: .microseconds(50), scheduler: queue).eraseToAnyPublisher()
    }.run()
  }

  @Test func throttle() async {
    let queue = queue
    await Crowd(name: "throttle", promise: .some) {
      $0[0].throttle(for: .microseconds(50), scheduler: queue, latest: true).eraseToAnyPublisher()
    }.run()
  }

  @Test func timeout() async {
    let queue = queue
    await Crowd(name: "timeout", promise: .everything) {
      $0[0].timeout(.seconds(1000), scheduler: queue).eraseToAnyPublisher()
    }.run()
  }

  @Test func collectByTime() async {
    let queue = queue
    await Crowd(name: "collect by time", promise: .everything) {
      $0[0].collect(.byTimeOrCount(queue, .microseconds(100), 7)).flatMap(\.publisher).eraseToAnyPublisher()
    }.run()
  }
}
