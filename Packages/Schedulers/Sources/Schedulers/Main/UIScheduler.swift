import Dispatch
import Streams

/// A scheduler of the main queue that runs work immediately when it is called there.
///
/// Work scheduled on the main thread runs immediately, on the caller's stack. Other work runs on the main queue, and so
/// does all delayed and repeating work.
///
/// Get it with ``shared``; for tests there are ``immediate`` and ``test``.
public struct UIScheduler: Scheduler, Sendable {
  /// The time of dispatch queues.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The scheduler of the main queue.
  public static let shared = UIScheduler(queue: .main)

  private let queue: DispatchQueue
  private let isCurrent: @Sendable () -> Bool

  /// A scheduler that uses `queue` in place of the main queue: for programs that do not run it, and for tests.
  ///
  /// - Parameter queue: A serial queue.
  public init(queue: DispatchQueue) {
    let key = DispatchSpecificKey<Mark>()
    let mark = Mark()
    queue.setSpecific(key: key, value: mark)
    self.init(queue: queue) { DispatchQueue.getSpecific(key: key) === mark }
  }

  /// A scheduler that uses `queue` in place of the main queue, and calls `isCurrent` to learn whether it is there.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - isCurrent: Whether work may be done immediately, on the calling thread.
  public init(queue: DispatchQueue, isCurrent: @escaping @Sendable () -> Bool) {
    self.queue = queue
    self.isCurrent = isCurrent
  }

  /// The current time of the queue.
  public var now: SchedulerTimeType { queue.now }

  /// The smallest tolerance that the queue can keep.
  public var minimumTolerance: SchedulerTimeType.Stride { queue.minimumTolerance }

  /// Runs `action` immediately if this is the main queue, otherwise there, as soon as possible.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    if isCurrent() { action() } else { queue.schedule(action) }
  }

  /// Runs `action` on the main queue once, at `date` or at most `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    queue.schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` on the main queue at `date` and then every `interval`, until the result is cancelled or released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }

  /// Marks a queue; only its identity counts.
  private final class Mark: Sendable {}
}

extension UIScheduler {
  /// Runs everything immediately, wherever it is called.
  public static var immediate: ImmediateSchedulerOf<UIScheduler> {
    .init(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }

  /// A test scheduler that can replace this one: new, or of the current timeline inside `withVirtualTime`.
  public static var test: TestSchedulerOf<UIScheduler> { test(on: .current ?? Timeline("UIScheduler.test")) }

  /// A test scheduler that can replace this one, on a timeline that may be shared with others.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<UIScheduler> {
    TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)), on: timeline)
  }
}

extension AnyScheduler where SchedulerTimeType == UIScheduler.SchedulerTimeType, SchedulerOptions == Never {
  /// The scheduler of the main queue that runs work immediately when it is called there.
  public static var shared: Self { UIScheduler.shared.eraseToAnyScheduler() }

  /// Runs everything immediately, wherever it is called.
  public static var immediate: Self { UIScheduler.immediate.eraseToAnyScheduler() }
}
