import Dispatch
import Foundation
import Streams

extension AnyScheduler
where SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// Returns the system's concurrent queue for `qos`.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
    DispatchQueue.global(qos: qos).eraseToAnyScheduler()
  }
}

extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The main operation queue.
  public static var main: Self { OperationQueue.main.eraseToAnyScheduler() }
}

extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// The main run loop.
  public static var main: Self { RunLoop.main.eraseToAnyScheduler() }
}

extension RunLoop {
  /// Erases the type of this run loop.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> {
    // Blocks and timers may be added to a run loop from any thread: Core Foundation locks its lists of them. `RunLoop`
    // itself is not Sendable, because everything else must stay on its thread.
    AnyScheduler(self, transform: nil)
  }
}
