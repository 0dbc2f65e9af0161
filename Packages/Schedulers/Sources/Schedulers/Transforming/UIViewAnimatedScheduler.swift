#if canImport(UIKit) && !os(watchOS)
  import Streams
  import UIKit

  extension Scheduler where Self: Sendable {
    /// This scheduler, with every action inside `UIView.animate`. Only for a scheduler of the main thread.
    ///
    /// - Parameters:
    ///   - duration: The length of the animation in seconds.
    ///   - delay: How long to wait before it begins, in seconds.
    ///   - options: How it is done.
    public func animate(
      withDuration duration: TimeInterval, delay: TimeInterval = 0,
      options animationOptions: UIView.AnimationOptions = []
    ) -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
      transformingActions { action in
        {
          // Handed to the main actor without a check at compile time: the scheduler runs it there.
          nonisolated(unsafe) let action = action
          MainActor.assumeIsolated {
            UIView.animate(withDuration: duration, delay: delay, options: animationOptions, animations: action)
          }
        }
      }.eraseToAnyScheduler()
    }
  }
#endif
