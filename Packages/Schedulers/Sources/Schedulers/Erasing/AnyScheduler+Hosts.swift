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
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> { AnyScheduler(SendableRunLoop(loop: self)) }
}

/// Sendable because blocks and timers may be added to a run loop from any thread: Core Foundation locks its lists of
/// them. `RunLoop` itself is not Sendable, because everything else must stay on its thread.
private struct SendableRunLoop: Scheduler, @unchecked Sendable {
  let loop: RunLoop

  var now: RunLoop.SchedulerTimeType { loop.now }
  var minimumTolerance: RunLoop.SchedulerTimeType.Stride { loop.minimumTolerance }

  func schedule(options: RunLoop.SchedulerOptions?, _ action: @escaping () -> Void) {
    loop.schedule(options: options, action)
  }

  func schedule(
    after date: RunLoop.SchedulerTimeType, tolerance: RunLoop.SchedulerTimeType.Stride,
    options: RunLoop.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    loop.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: RunLoop.SchedulerTimeType, interval: RunLoop.SchedulerTimeType.Stride,
    tolerance: RunLoop.SchedulerTimeType.Stride, options: RunLoop.SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    loop.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
