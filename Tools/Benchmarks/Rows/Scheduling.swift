import Measuring

/// A scheduler that does nothing, so that only the operator's own work is measured.
struct IdleScheduler: Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never

  private struct Nothing: Cancellable { func cancel() {} }

  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) {}
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {}
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { Nothing() }
}

func scheduling() -> [Row] {
  let sum = Sum()
  return [
    sending("debounce on an idle scheduler", goal: .faster(4)) {
      $0.debounce(for: 1, scheduler: IdleScheduler()).sink { sum.add($0) }
    },
    sending("throttle on an idle scheduler", goal: .faster(4)) {
      $0.throttle(for: 1, scheduler: IdleScheduler(), latest: true).sink { sum.add($0) }
    },
    sending("delay on an immediate scheduler", goal: .faster(4)) {
      $0.delay(for: 1, scheduler: ImmediateScheduler.shared).sink { sum.add($0) }
    },
    sending("receive(on:) an immediate scheduler", goal: .faster(4)) {
      $0.receive(on: ImmediateScheduler.shared).sink { sum.add($0) }
    },
    inVirtualTime(),
  ]
}

/// Pairs of values. The second follows 10 ms after the first, and replaces it. On the same virtual time as the peer.
private func inVirtualTime() -> Row {
  let sum = Sum()
  return .prepared("debounce, virtual time", goal: .faster(3)) {
    let (subject, scheduler) = (PassthroughSubject<Int, Never>(), virtualScheduler())
    let sink = subject.debounce(for: .milliseconds(15), scheduler: scheduler).sink { sum.add($0) }
    return {
      for value in 0..<(elements / 2) {
        subject.send(value)
        scheduler.advance(by: .milliseconds(10))
        subject.send(value)
        scheduler.advance(by: .milliseconds(20))
      }
      end(sink)
    }
  }
}

/// Sends values through what `attach` makes of a subject.
private func sending(
  _ name: String, goal: Goal, _ attach: @escaping (PassthroughSubject<Int, Never>) -> AnyCancellable
) -> Row {
  .prepared(name, goal: goal) {
    let subject = PassthroughSubject<Int, Never>()
    let sink = attach(subject)
    return {
      for value in 0..<elements { subject.send(value) }
      withExtendedLifetime(sink) {}
    }
  }
}
