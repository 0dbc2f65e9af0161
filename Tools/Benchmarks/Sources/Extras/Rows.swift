import Measuring
import StreamsExtras

/// What StreamsExtras costs: at least ten times less than composed on OpenCombine, and no more than composed on Streams.
public func rows() -> [Row] {
  let sum = Sum()
  return section(
    "What Combine lacks",
    [
      Row("withLatestFrom", goal: goal("withLatestFrom"), loop: .sink) {
        let state = CurrentValueSubject<Int, Never>(1)
        end(source().withLatestFrom(state) { $0 &+ $1 }.sink { sum.add($0) })
      },
      Row("share(replay:)", goal: goal("share(replay:)"), loop: .sink) {
        end(source().share(replay: 1).sink { sum.add($0) })
      },
      Row("materialize", goal: goal("materialize"), loop: .sink) {
        end(
          source().setFailureType(to: Broken.self).materialize()
            .sink { if case .value(let value) = $0 { sum.add(value) } })
      },
      Row("flatMapLatest of Just", goal: goal("flatMapLatest of Just"), loop: .flatMap) {
        end(source().flatMapLatest { Just($0) }.sink { sum.add($0) })
      },
      Row(
        "window(count: 100)", goal: goal("window(count: 100)", composed: 2, allocations: 0.2, locked: 4), loop: .sink
      ) {
        end(source().window(count: 100).flatMap { $0 }.sink { sum.add($0) })
      },
      Row("groupBy, 10 groups", goal: goal("groupBy, 10 groups", locked: 4), loop: .sink) {
        end(source().groupBy { $0 % 10 }.flatMap { $0 }.sink { sum.add($0) })
      },
      Row(
        "withLatestFrom, subscribing", per: .subscription, operations: 1_000,
        goal: Goal(timesFaster: 1, kin: "withLatestFrom, subscribing, composed", timesKin: 1.25)
      ) {
        let state = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 { end(source(1).withLatestFrom(state) { $0 &+ $1 }.sink { sum.add($0) }) }
      },
    ])
}

/// - Parameters:
///   - composed: The allowed multiple of the time of the composition on Streams. For windows it is more, because the composition
///     sends arrays instead of live windows.
///   - locked: The locked instructions of a value: two of the window, and two of flatMap.
private func goal(_ name: String, composed: Double = 1.25, allocations: Double = 0, locked: Double? = nil) -> Goal {
  Goal(timesFaster: 10, kin: name + ", composed", timesKin: composed, allocations: allocations, locked: locked)
}

private struct Broken: Error {}

private func source(_ count: Int = elements) -> some Publisher<Int, Never> {
  Publishers.Sequence<Range<Int>, Never>(sequence: 0..<count)
}

@inline(__always) private func end(_ cancellable: AnyCancellable) { withExtendedLifetime(cancellable) {} }
