import Dispatch
import Streams

/// A scheduler of the main queue that runs work immediately if it is scheduled there.
///
/// Work scheduled on the main queue runs immediately, on the caller's stack. Other work, and all delayed and repeating
/// work, runs on the main queue.
///
/// Use ``shared``, and `UIScheduler.immediate` or `UIScheduler.test` in tests.
public struct UIScheduler: Scheduler, Sendable {
  /// The time of dispatch queues.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType

  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The scheduler of the main queue.
  public static let shared = UIScheduler(queue: .main)

  private let queue: DispatchQueue
  private let key = DispatchSpecificKey<Mark>()
  private let mark = Mark()

  /// Creates a scheduler that uses `queue` instead of the main queue, for programs that do not run the main queue, and
  /// for tests.
  ///
  /// - Parameter queue: A serial queue.
  public init(queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: key, value: mark)
  }

  /// The current time of the queue.
  public var now: SchedulerTimeType { queue.now }

  /// The smallest tolerance of the queue.
  public var minimumTolerance: SchedulerTimeType.Stride { queue.minimumTolerance }

  /// Runs `action` immediately if the caller is on the main queue, otherwise on the main queue as soon as possible.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    // A later key may have the address of an old one, so the value is compared.
    if DispatchQueue.getSpecific(key: key) === mark { action() } else { queue.schedule(action) }
  }

  /// Runs `action` on the main queue once, at `date` or up to `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    queue.schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` on the main queue at `date` and then every `interval`, until the returned value is cancelled or
  /// released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }

  /// True. The operators of Streams ask.
  public var _isRealTime: Bool { true }

  /// Marks a queue. Only the identity of the object counts.
  private final class Mark: Sendable {}
}

extension AnyScheduler where SchedulerTimeType == UIScheduler.SchedulerTimeType, SchedulerOptions == Never {
  /// The scheduler of the main queue that runs work immediately if it is scheduled there.
  public static var shared: Self { UIScheduler.shared.eraseToAnyScheduler() }
}
