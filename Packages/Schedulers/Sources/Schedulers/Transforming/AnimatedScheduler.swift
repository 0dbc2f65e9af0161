#if canImport(SwiftUI)
  import Streams
  import SwiftUI

  extension Scheduler where Self: Sendable {
    /// Returns this scheduler with every action inside `withAnimation`.
    ///
    /// - Parameter animation: The animation; nil for none.
    public func animation(_ animation: Animation? = .default) -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
      transformingActions { action in { withAnimation(animation, action) } }
    }

    /// Returns this scheduler with every action inside `withTransaction`.
    ///
    /// - Parameter transaction: The transaction, created again for each action.
    public func transaction(
      _ transaction: @autoclosure @escaping @Sendable () -> Transaction
    ) -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
      transformingActions { action in { withTransaction(transaction(), action) } }
    }
  }
#endif
