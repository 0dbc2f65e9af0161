import Combine

/// Sends at a regular interval, without an end. A value without demand is dropped, like a timer's tick.
struct Pulse<S: Scheduler>: Publisher {
  typealias Output = Void
  typealias Failure = Never

  let interval: S.SchedulerTimeType.Stride
  let scheduler: S

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Void, Downstream.Failure == Never {
    let ticks = PassthroughSubject<Void, Never>()
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: nil
    ) {
      ticks.send()
    }
    ticks.handleEvents(receiveCancel: { timer.cancel() }).receive(subscriber: subscriber)
  }
}
