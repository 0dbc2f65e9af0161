import Measuring
import StreamsExtras

/// What StreamsExtras costs, beside the same composed of OpenCombine's operators.
///
/// Values of `window` and `groupBy` take four locked instructions: two of an outbox, which cancels from any thread need,
/// and two of `flatMap`.
public func rows() -> [Row] {
  let sum = Sum()
  return section(
    "What Combine lacks",
    [
      Row("withLatestFrom", goal: .faster(10, allocations: 0), loop: .sink) {
        let state = CurrentValueSubject<Int, Never>(1)
        end(source().withLatestFrom(state) { $0 &+ $1 }.sink { sum.add($0) })
      },
      Row("share(replay:)", goal: .faster(10, allocations: 0), loop: .sink) {
        end(source().share(replay: 1).sink { sum.add($0) })
      },
      .prepared("share(replay:), 10 sinks", goal: .faster(10, allocations: 0), loop: .sinks(10)) {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 1)
        let sinks = (0..<10).map { _ in shared.sink { sum.add($0) } }
        return {
          for value in 0..<(elements / 10) { subject.send(value) }
          withExtendedLifetime(sinks) {}
        }
      },
      Row("materialize", goal: .faster(10, allocations: 0), loop: .sink) {
        end(
          source().setFailureType(to: Broken.self).materialize()
            .sink { if case .value(let value) = $0 { sum.add(value) } })
      },
      Row("flatMapLatest of Just", goal: .faster(10, allocations: 0), loop: .flatMap) {
        end(source().flatMapLatest { Just($0) }.sink { sum.add($0) })
      },
      Row(
        "window(count: 100)", goal: .faster(10, allocations: 0.2, locked: 4), loop: .sink
      ) {
        end(source().window(count: 100).flatMap { $0 }.sink { sum.add($0) })
      },
      Row("groupBy, 10 groups", goal: .faster(10, allocations: 0, locked: 4), loop: .sink) {
        end(source().groupBy { $0 % 10 }.flatMap { $0 }.sink { sum.add($0) })
      },
      Row(
        "withLatestFrom, subscribing", per: .subscription, operations: 1_000,
        goal: .faster(1)
      ) {
        let state = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 { end(source(1).withLatestFrom(state) { $0 &+ $1 }.sink { sum.add($0) }) }
      },
      Row(
        "share(replay:), subscribing", per: .subscription, operations: 1_000,
        goal: .faster(1)
      ) {
        for _ in 0..<1_000 { end(source(1).share(replay: 1).sink { sum.add($0) }) }
      },
      Row(
        "window(count: 100), subscribing", per: .subscription, operations: 1_000,
        goal: .faster(1)
      ) {
        for _ in 0..<1_000 { end(source(1).window(count: 100).flatMap { $0 }.sink { sum.add($0) }) }
      },
      Row(
        "groupBy, subscribing", per: .subscription, operations: 1_000,
        goal: .faster(1)
      ) {
        for _ in 0..<1_000 { end(source(1).groupBy { $0 % 10 }.flatMap { $0 }.sink { sum.add($0) }) }
      },
    ], joining(), restarting())
}

struct Broken: Error {}

func source(_ count: Int = elements) -> some Publisher<Int, Never> {
  Publishers.Sequence<Range<Int>, Never>(sequence: 0..<count)
}

@inline(__always) func end(_ cancellable: AnyCancellable) { withExtendedLifetime(cancellable) {} }
