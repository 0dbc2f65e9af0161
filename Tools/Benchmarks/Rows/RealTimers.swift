import Dispatch
import Measuring

/// Operators on a dispatch queue, with values that arrive faster than their periods end.
func realTimers() -> [Row] {
  [
    timed("debounce on a DispatchQueue") { $0.debounce(for: .milliseconds(50), scheduler: scheduler) },
    timed("throttle on a DispatchQueue") { $0.throttle(for: .milliseconds(50), scheduler: scheduler, latest: true) },
    timed("timeout on a DispatchQueue") { $0.timeout(.seconds(50), scheduler: scheduler) },
  ]
}

/// At most 1.2 times the time of the best peer. async-algorithms has no `timeout`.
///
/// The sink adds nothing, because the values that arrive depend on the clock.
func timed<P: Publisher<Int, Never>>(
  _ name: String, _ make: @escaping (PassthroughSubject<Int, Never>) -> P
) -> Row {
  .prepared(name, goal: Goal(timesFaster: 0.83, kin: "async-algorithms", timesKin: 1.2, allocations: 2)) {
    let subject = PassthroughSubject<Int, Never>()
    let sink = make(subject).sink { _ in }
    return {
      for value in 0..<elements { subject.send(value) }
      // The work that is left to the queue counts here, not in the next row.
      queue.sync {}
      end(sink)
    }
  }
}

let queue = DispatchQueue(label: "benchmark")
