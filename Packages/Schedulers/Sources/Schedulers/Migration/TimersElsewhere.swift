import Streams

// Names of combine-schedulers that the package Timers has. Without it, the compiler says where they are. With it, they are not
// chosen: these declarations are unavailable, and `Publishers.Timer` is preferred to a name from an extension of a protocol.

public protocol _TimersElsewhere {}

extension Publishers: _TimersElsewhere {}

extension _TimersElsewhere {
  @available(*, unavailable, message: "Depend on the package Timers, and import Timers.")
  public typealias Timer<S: Scheduler> = _TimerElsewhere<S>
}

extension Scheduler {
  /// `timerPublisher` is in the package Timers.
  @available(*, unavailable, message: "Depend on the package Timers, and import Timers.")
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> _TimerElsewhere<Self> {
    fatalError()
  }
}

/// What code for combine-schedulers does with a timer compiles, so that there is one error.
public struct _TimerElsewhere<S: Scheduler>: ConnectablePublisher {
  public typealias Output = S.SchedulerTimeType
  public typealias Failure = Never

  public init(
    every interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) {
    fatalError()
  }

  public func receive(subscriber: some Subscriber<Output, Never>) { fatalError() }

  public func connect() -> any Cancellable { fatalError() }
}
