import Measuring
import StreamsExtras

/// The cost of StreamsExtras: at least ten times less than composed on OpenCombine, and no more than composed on Streams.
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
      .prepared("share(replay:), 10 sinks", goal: goal("share(replay:), 10 sinks", timesFaster: nil), loop: .sinks(10))
      {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 1)
        let sinks = (0..<10).map { _ in shared.sink { sum.add($0) } }
        return {
          for value in 0..<(elements / 10) { subject.send(value) }
          withExtendedLifetime(sinks) {}
        }
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
        "window(count: 100)", goal: goal("window(count: 100)", allocations: 0.2, locked: 4), loop: .sink
      ) {
        end(source().window(count: 100).flatMap { $0 }.sink { sum.add($0) })
      },
      Row("groupBy, 10 groups", goal: goal("groupBy, 10 groups", locked: 4), loop: .sink) {
        end(source().groupBy { $0 % 10 }.flatMap { $0 }.sink { sum.add($0) })
      },
      Row(
        "withLatestFrom, subscribing", per: .subscription, operations: 1_000,
        goal: goal("withLatestFrom, subscribing", timesFaster: 1, allocations: nil)
      ) {
        let state = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 { end(source(1).withLatestFrom(state) { $0 &+ $1 }.sink { sum.add($0) }) }
      },
      Row(
        "share(replay:), subscribing", per: .subscription, operations: 1_000,
        goal: goal("share(replay:), subscribing", timesFaster: 1, allocations: nil)
      ) {
        for _ in 0..<1_000 { end(source(1).share(replay: 1).sink { sum.add($0) }) }
      },
      Row(
        "window(count: 100), subscribing", per: .subscription, operations: 1_000,
        goal: goal("window(count: 100), subscribing", timesFaster: 1, allocations: nil)
      ) {
        for _ in 0..<1_000 { end(source(1).window(count: 100).flatMap { $0 }.sink { sum.add($0) }) }
      },
      Row(
        "groupBy, subscribing", per: .subscription, operations: 1_000,
        goal: goal("groupBy, subscribing", timesFaster: 1, allocations: nil)
      ) {
        for _ in 0..<1_000 { end(source(1).groupBy { $0 % 10 }.flatMap { $0 }.sink { sum.add($0) }) }
      },
    ], joining(), restarting(), awaiting())
}

/// No slower than the composition on Streams. Rows that are the same code differ by up to 5 % between runs, and by up to
/// 10 % between builds, because code is laid out differently.
///
/// - Parameter locked: The locked instructions of a value: two of an outbox, which cancels from any thread need, and two of
///   flatMap. The composition of `repeat`, a flatMap that lets one publisher at a time run, has none: it requests a value of
///   that publisher before there is demand.
func goal(
  _ name: String, timesFaster: Double? = 10, allocations: Double? = 0, locked: Double? = nil
) -> Goal {
  Goal(timesFaster: timesFaster, kin: name + ", composed", timesKin: 1.1, allocations: allocations, locked: locked)
}

struct Broken: Error {}

func source(_ count: Int = elements) -> some Publisher<Int, Never> {
  Publishers.Sequence<Range<Int>, Never>(sequence: 0..<count)
}

@inline(__always) func end(_ cancellable: AnyCancellable) { withExtendedLifetime(cancellable) {} }
