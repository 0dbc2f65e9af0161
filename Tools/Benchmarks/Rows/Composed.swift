import Measuring

/// Operators of StreamsExtras, composed of Combine's own. With an empty suffix the rows of the peer have the names of those
/// of StreamsExtras, and are measured beside them.
public func composed(_ suffix: String) -> [Row] {
  let sum = Sum()
  return section(
    "What Combine lacks",
    [
      Row("withLatestFrom" + suffix, loop: .sink) {
        let state = CurrentValueSubject<Int, Never>(1)
        end(source().map { value in state.map { value &+ $0 }.first() }.switchToLatest().sink { sum.add($0) })
      },
      Row("share(replay:)" + suffix, loop: .sink) {
        let subject = CurrentValueSubject<Int?, Never>(nil)
        end(
          source().map(Optional.some).multicast(subject: subject).autoconnect().compactMap { $0 }
            .sink { sum.add($0) })
      },
      Row("materialize" + suffix, loop: .sink) {
        end(
          source().setFailureType(to: Broken.self).map { Happened.value($0) }.append(.finished)
            .catch { Just(Happened.failure($0)) }.sink { if case .value(let value) = $0 { sum.add(value) } })
      },
      Row("flatMapLatest of Just" + suffix, loop: .flatMap) {
        end(source().map { Just($0) }.switchToLatest().sink { sum.add($0) })
      },
      .prepared("share(replay:), 10 sinks" + suffix, loop: .sinks(10)) {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.map(Optional.some).multicast(subject: CurrentValueSubject<Int?, Never>(nil)).autoconnect()
          .compactMap { $0 }
        let sinks = (0..<10).map { _ in shared.sink { sum.add($0) } }
        return {
          for value in 0..<(elements / 10) { subject.send(value) }
          withExtendedLifetime(sinks) {}
        }
      },
      Row("window(count: 100)" + suffix, loop: .sink) {
        end(windows(source(), of: 100).flatMap { $0 }.sink { sum.add($0) })
      },
      Row("groupBy, 10 groups" + suffix, loop: .sink) { end(groups(source()).flatMap { $0 }.sink { sum.add($0) }) },
      Row("withLatestFrom, subscribing" + suffix, per: .subscription, operations: 1_000) {
        let state = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 {
          end(source(1).map { value in state.map { value &+ $0 }.first() }.switchToLatest().sink { sum.add($0) })
        }
      },
      Row("share(replay:), subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 {
          let subject = CurrentValueSubject<Int?, Never>(nil)
          end(
            source(1).map(Optional.some).multicast(subject: subject).autoconnect().compactMap { $0 }
              .sink { sum.add($0) })
        }
      },
      Row("window(count: 100), subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 { end(windows(source(1), of: 100).flatMap { $0 }.sink { sum.add($0) }) }
      },
      Row("groupBy, subscribing" + suffix, per: .subscription, operations: 1_000) {
        for _ in 0..<1_000 { end(groups(source(1)).flatMap { $0 }.sink { sum.add($0) }) }
      },
    ], composedJoining(suffix), composedRestarting(suffix))
}

/// Windows that send their values as they arrive. A window keeps its first value until it has a subscriber.
private func windows(
  _ upstream: some Publisher<Int, Never>, of size: Int
) -> some Publisher<CurrentValueSubject<Int, Never>, Never> {
  var open: CurrentValueSubject<Int, Never>?
  var count = 0
  return upstream.handleEvents(receiveCompletion: { open?.send(completion: $0) })
    .compactMap { value -> CurrentValueSubject<Int, Never>? in
      count += 1
      guard let window = open else {
        let window = CurrentValueSubject<Int, Never>(value)
        open = window
        return window
      }
      window.send(value)
      if count == size {
        (open, count) = (nil, 0)
        window.send(completion: .finished)
      }
      return nil
    }
}

/// A subject for each last digit.
private func groups(_ upstream: some Publisher<Int, Never>) -> some Publisher<CurrentValueSubject<Int, Never>, Never> {
  var groups: [Int: CurrentValueSubject<Int, Never>] = [:]
  return upstream.handleEvents(receiveCompletion: { end in groups.values.forEach { $0.send(completion: end) } })
    .compactMap { value -> CurrentValueSubject<Int, Never>? in
      if let group = groups[value % 10] {
        group.send(value)
        return nil
      }
      let group = CurrentValueSubject<Int, Never>(value)
      groups[value % 10] = group
      return group
    }
}

private enum Happened {
  case value(Int)
  case failure(Broken)
  case finished
}
