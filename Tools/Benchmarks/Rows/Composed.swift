import Measuring

/// What StreamsExtras has, as people compose it of Combine's own operators. With an empty suffix the rows of the peer have the
/// names of those of StreamsExtras, and are measured beside them.
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
      Row("window(count: 100)" + suffix, loop: .sink) {
        end(
          source().collect(100).flatMap { Publishers.Sequence<[Int], Never>(sequence: $0) }.sink { sum.add($0) })
      },
      Row("groupBy, 10 groups" + suffix, loop: .sink) {
        var groups: [Int: PassthroughSubject<Int, Never>] = [:]
        end(
          source().compactMap { value -> PassthroughSubject<Int, Never>? in
            if let group = groups[value % 10] {
              group.send(value)
              return nil
            }
            let group = PassthroughSubject<Int, Never>()
            groups[value % 10] = group
            return group
          }
          .flatMap { $0 }.sink { sum.add($0) })
      },
      Row("withLatestFrom, subscribing" + suffix, per: .subscription, operations: 1_000) {
        let state = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 {
          end(source(1).map { value in state.map { value &+ $0 }.first() }.switchToLatest().sink { sum.add($0) })
        }
      },
    ])
}

private struct Broken: Error {}

private enum Happened {
  case value(Int)
  case failure(Broken)
  case finished
}
