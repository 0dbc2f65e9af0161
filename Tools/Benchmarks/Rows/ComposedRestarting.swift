import Measuring

/// Operators of StreamsExtras that repeat values, composed of Combine's own, like the rows of `composed`.
func composedRestarting(_ suffix: String) -> [Row] {
  let sum = Sum()
  return [
    Row("repeat of 10 values" + suffix, loop: .sink) {
      end(
        Publishers.Sequence<Range<Int>, Never>(sequence: 0..<(elements / 10)).flatMap(maxPublishers: .max(1)) { _ in
          source(10)
        }
        .sink { sum.add($0) })
    },
    Row("retry with delay" + suffix, loop: .sink) {
      end(patient(source().setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    Row("retry with delay, after a failure" + suffix, loop: .sink) {
      end(patient(failingFirst()).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    Row("retryWhen" + suffix, loop: .sink) {
      end(
        retried(source().setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    Row("retryWhen, after a failure" + suffix, loop: .sink) {
      end(retried(failingFirst()).sink(receiveCompletion: { _ in }) { sum.add($0) })
    },
    .prepared("ReplaySubject of 1" + suffix, loop: .sink) {
      let subject = CurrentValueSubject<Int?, Never>(nil)
      let sink = subject.compactMap { $0 }.sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
    .prepared("ReplaySubject of 1, 10 sinks" + suffix, loop: .sinks(10)) {
      let subject = CurrentValueSubject<Int?, Never>(nil)
      let sinks = (0..<10).map { _ in subject.compactMap { $0 }.sink { sum.add($0) } }
      return {
        for value in 0..<(elements / 10) { subject.send(value) }
        withExtendedLifetime(sinks) {}
      }
    },
    Row("create" + suffix, loop: .sink) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = created(subject).sink { sum.add($0) }
      for value in 0..<elements { subject.send(value) }
      end(sink)
    },
    Row("repeat, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 {
        end(
          Publishers.Sequence<Range<Int>, Never>(sequence: 0..<2).flatMap(maxPublishers: .max(1)) { _ in source(1) }
            .sink { sum.add($0) })
      }
    },
    Row("retry with delay, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 {
        end(patient(source(1).setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
      }
    },
    Row("retry with delay, a failure" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 {
        end(
          patient(Fail<Int, Broken>(error: Broken())).sink(receiveCompletion: { _ in sum.add(1) }) { sum.add($0) })
      }
    },
    Row("retryWhen, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 {
        end(retried(source(1).setFailureType(to: Broken.self)).sink(receiveCompletion: { _ in }) { sum.add($0) })
      }
    },
    Row("ReplaySubject of 1, subscribing" + suffix, per: .subscription, operations: 1_000) {
      let subject = CurrentValueSubject<Int?, Never>(1)
      for _ in 0..<1_000 { end(subject.compactMap { $0 }.sink { sum.add($0) }) }
    },
    Row("create, subscribing" + suffix, per: .subscription, operations: 1_000) {
      for _ in 0..<1_000 {
        let subject = PassthroughSubject<Int, Never>()
        let sink = created(subject).sink { sum.add($0) }
        subject.send(1)
        end(sink)
      }
    },
  ]
}

/// The values of a subject, which sends them once there is a subscriber. Unlike `create` it has no buffer, which a sink does
/// not need. The empty closure is the counterpart of the cancellable that `create` expects.
private func created(_ subject: PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never> {
  subject.handleEvents(receiveCancel: {}).eraseToAnyPublisher()
}

/// Waits after a failure, and tries once more. Combine's `retry` could not give up early, or without another wait.
private func patient<P: Publisher>(_ upstream: P, retries: Int = 1) -> AnyPublisher<P.Output, P.Failure> {
  upstream.catch { error -> AnyPublisher<P.Output, P.Failure> in
    if retries == 0 { return Fail(error: error).eraseToAnyPublisher() }
    return Just(()).delay(for: .nanoseconds(1), scheduler: ImmediateScheduler.shared).setFailureType(to: P.Failure.self)
      .flatMap { patient(upstream, retries: retries - 1) }.eraseToAnyPublisher()
  }.eraseToAnyPublisher()
}

/// Subscribes each time a subject sends. The upstream's failures send.
private func retried<P: Publisher>(_ upstream: P) -> some Publisher<P.Output, P.Failure> {
  Deferred {
    let restarts = CurrentValueSubject<Void, P.Failure>(())
    return restarts.map {
      upstream.map(Optional.some).append(nil).catch { _ -> Empty<P.Output?, P.Failure> in
        restarts.send(())
        return Empty(completeImmediately: false)
      }
    }
    .switchToLatest().prefix { $0 != nil }.compactMap { $0 }
  }
}

/// Fails at the first subscription.
func failingFirst() -> some Publisher<Int, Broken> {
  var hasFailed = false
  return Deferred { () -> Publishers.Concatenate<Publishers.Sequence<[Int], Broken>, AnyPublisher<Int, Broken>> in
    defer { hasFailed = true }
    let rest = source().setFailureType(to: Broken.self).eraseToAnyPublisher()
    return Publishers.Concatenate(
      prefix: Publishers.Sequence(sequence: []),
      suffix: hasFailed ? rest : Fail(error: Broken()).eraseToAnyPublisher())
  }
}

struct Broken: Error {}
