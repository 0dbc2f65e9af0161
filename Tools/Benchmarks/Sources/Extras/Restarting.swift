import Measuring
import StreamsExtras

func restarting() -> [Row] {
  let sum = Sum()
  return [
    Row("repeat of 10 values", goal: goal("repeat of 10 values", allocations: nil, locked: 2), loop: .sink) {
      end(source(10).repeat(elements / 10).sink { sum.add($0) })
    },
    Row("retry with delay", goal: goal("retry with delay"), loop: .sink) {
      end(patient(source().setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    Row("retry with delay, after a failure", goal: goal("retry with delay, after a failure"), loop: .sink) {
      end(patient(failingFirst()).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    Row("retryWhen", goal: goal("retryWhen"), loop: .sink) {
      end(
        source().setFailureType(to: Broken.self).retryWhen { $0.map { _ in () } }.sink(receiveCompletion: { _ in }) {
          sum.add($0)
        })
    },
    Row("retryWhen, after a failure", goal: goal("retryWhen, after a failure"), loop: .sink) {
      end(failingFirst().retryWhen { $0.map { _ in () } }.sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    .prepared("ReplaySubject of 1", goal: goal("ReplaySubject of 1", timesFaster: 5), loop: .sink) {
      let subject = ReplaySubject<Int, Never>(bufferSize: 1)
      let sink = subject.sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
    .prepared("ReplaySubject of 1, 10 sinks", goal: goal("ReplaySubject of 1, 10 sinks"), loop: .sinks(10)) {
      let subject = ReplaySubject<Int, Never>(bufferSize: 1)
      let sinks = (0..<10).map { _ in subject.sink { sum.add($0) } }
      return {
        for value in 0..<(elements / 10) { subject.send(value) }
        withExtendedLifetime(sinks) {}
      }
    },
    Row("create", goal: goal("create", timesFaster: 1), loop: .sink) {
      end(
        AnyPublisher<Int, Never>.create { subscriber in
          for value in 0..<elements { subscriber.send(value) }
          return AnyCancellable {}
        }.sink { sum.add($0) })
    },
    Row(
      "repeat, subscribing", per: .subscription, operations: 1_000,
      goal: goal("repeat, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 { end(source(1).repeat(2).sink { sum.add($0) }) }
    },
    Row(
      "retry with delay, subscribing", per: .subscription, operations: 1_000,
      goal: goal("retry with delay, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 {
        end(patient(source(1).setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
      }
    },
    Row(
      "retry with delay, a failure", per: .subscription, operations: 1_000,
      goal: goal("retry with delay, a failure", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 {
        end(
          patient(Fail<Int, Broken>(error: Broken())).sink(receiveCompletion: { _ in sum.add(1) }) { sum.add($0) })
      }
    },
    Row(
      "retryWhen, subscribing", per: .subscription, operations: 1_000,
      goal: goal("retryWhen, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 {
        end(
          source(1).setFailureType(to: Broken.self).retryWhen { $0.map { _ in () } }
            .sink(receiveCompletion: { _ in }) { sum.add($0) })
      }
    },
    Row(
      "ReplaySubject of 1, subscribing", per: .subscription, operations: 1_000,
      goal: goal("ReplaySubject of 1, subscribing", timesFaster: 1, allocations: nil)
    ) {
      let subject = ReplaySubject<Int, Never>(bufferSize: 1)
      subject.send(1)
      for _ in 0..<1_000 { end(subject.sink { sum.add($0) }) }
    },
    Row(
      "create, subscribing", per: .subscription, operations: 1_000,
      goal: goal("create, subscribing", timesFaster: 1, allocations: nil)
    ) {
      for _ in 0..<1_000 {
        end(
          AnyPublisher<Int, Never>.create { subscriber in
            subscriber.send(1)
            return AnyCancellable {}
          }.sink { sum.add($0) })
      }
    },
  ]
}

private func patient<P: Publisher>(_ upstream: P) -> some Publisher<P.Output, P.Failure> {
  upstream.retry(1, delay: .constant(.nanoseconds(1)), scheduler: ImmediateScheduler.shared)
}

/// Fails at the first subscription.
private func failingFirst() -> some Publisher<Int, Broken> {
  var hasFailed = false
  return Deferred { () -> Publishers.Concatenate<Publishers.Sequence<[Int], Broken>, AnyPublisher<Int, Broken>> in
    defer { hasFailed = true }
    let rest = source().setFailureType(to: Broken.self).eraseToAnyPublisher()
    return Publishers.Concatenate(
      prefix: Publishers.Sequence(sequence: []),
      suffix: hasFailed ? rest : Fail(error: Broken()).eraseToAnyPublisher())
  }
}
