#if canImport(UIKit) && !os(watchOS)
  import Streams
  import UIKit

  extension Scheduler where Self: Sendable {
    /// Returns this scheduler with every action inside `UIView.animate`. Only for a scheduler of the main thread.
    ///
    /// - Parameters:
    ///   - duration: The length of the animation in seconds.
    ///   - delay: The delay of the animation in seconds.
    ///   - options: The options of the animation.
    public func animate(
      withDuration duration: TimeInterval, delay: TimeInterval = 0,
      options animationOptions: UIView.AnimationOptions = []
    ) -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
      transformingActions { action in
        {
          // Unchecked, because the scheduler runs the action on the main actor.
          nonisolated(unsafe) let action = action
          MainActor.assumeIsolated {
            UIView.animate(withDuration: duration, delay: delay, options: animationOptions, animations: action)
          }
        }
      }
    }
  }
#endif
