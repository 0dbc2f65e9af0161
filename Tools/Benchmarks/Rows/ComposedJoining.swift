import Measuring

/// Operators of StreamsExtras that join streams, composed of Combine's own, like the rows of `composed`.
func composedJoining(_ suffix: String) -> [Row] {
  let sum = Sum()
  return [
    .prepared("zip of an array of 2" + suffix, operations: 2 * elements) {
      twoSubjects { $0.zip($1).map { [$0, $1] }.sink { sum.add($0[0] &+ $0[1]) } }
    },
    .prepared("zip of an array of 8" + suffix, operations: elements) {
      subjects(8) { all in
        let first = all[0].map { [$0] }.eraseToAnyPublisher()
        return all.dropFirst().reduce(first) { rows, next in
          rows.zip(next).map { $0 + [$1] }.eraseToAnyPublisher()
        }
        .sink { sum.add($0[0] &+ $0[7]) }
      }
    },
    Row("flatMapFirst of Just" + suffix) {
      end(flattenedFirst(source()) { Just($0) }.sink { sum.add($0) })
    },
    Row("flatMapFirst, dropped values" + suffix, loop: .sink) {
      end(flattenedFirst(source()) { _ in Empty<Int, Never>(completeImmediately: false) }.sink { sum.add($0) })
    },
    Row("zip of an array of 2, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 { end(source(1).zip(source(1)).map { [$0, $1] }.sink { sum.add($0[0] &+ $0[1]) }) }
    },
    Row("flatMapFirst, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 { end(flattenedFirst(source(1)) { Just($0) }.sink { sum.add($0) }) }
    },
  ]
}

/// Drops values while a publisher runs.
private func flattenedFirst<Inner: Publisher>(
  _ upstream: some Publisher<Int, Never>, _ transform: @escaping (Int) -> Inner
) -> some Publisher<Inner.Output, Never> where Inner.Failure == Never {
  Deferred {
    var isRunning = false
    return upstream.filter { _ in
      defer { isRunning = true }
      return !isRunning
    }
    .flatMap { transform($0).handleEvents(receiveCompletion: { _ in isRunning = false }) }
  }
}

/// Sends the same numbers with two subjects in turn.
func twoSubjects(
  _ subscribe: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>) -> AnyCancellable
) -> Row.Body {
  let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
  let sink = subscribe(first, second)
  return {
    for value in 0..<elements {
      first.send(value)
      second.send(value)
    }
    withExtendedLifetime(sink) {}
  }
}

/// Sends `elements` numbers with `count` subjects in turn.
func subjects(_ count: Int, _ subscribe: ([PassthroughSubject<Int, Never>]) -> AnyCancellable) -> Row.Body {
  let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
  let sink = subscribe(subjects)
  return {
    for value in 0..<(elements / count) { for subject in subjects { subject.send(value) } }
    withExtendedLifetime(sink) {}
  }
}
