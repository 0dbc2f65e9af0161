import Dispatch
import StreamsCore

extension DispatchQueue: Scheduler {
  /// Options for work scheduled on a dispatch queue.
  public struct SchedulerOptions {
    /// The quality of service.
    @_alwaysEmitIntoClient public var qos: DispatchQoS
    /// Whether the work is a barrier, is detached, and which quality of service it has.
    @_alwaysEmitIntoClient public var flags: DispatchWorkItemFlags
    /// The group of the work. Work belongs to it from when it is scheduled until it has run. Repeated work belongs to
    /// it only while it runs.
    @_alwaysEmitIntoClient public var group: DispatchGroup?

    /// Creates options. The defaults leave everything to the queue.
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The current time of Dispatch's clock. It is monotonic, and stops while the machine sleeps.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// The smallest tolerance, always 0.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action` on the queue as soon as possible.
  @inline(never) public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let options = options ?? SchedulerOptions()
    async(group: options.group, qos: options.qos, flags: options.flags, execute: block(action))
  }

  /// Runs `action` on the queue once, at `date` or as soon as possible afterwards. Ignores `tolerance`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = schedule(at: date, options, action)
  }

  /// Returns what removes the action. An action without a group cannot be removed; nothing waits for it.
  @inline(never) private func schedule(
    at date: SchedulerTimeType, _ options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> GroupedAction? {
    let options = options ?? SchedulerOptions()
    let member = options.group.map { GroupedAction(action, in: $0) }
    asyncAfter(
      deadline: date.dispatchTime, qos: options.qos, flags: options.flags,
      execute: block(member.map { $0.run } ?? action))
    return member
  }

  public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void, keep: (consuming any Cancellable) -> Void
  ) {
    guard let date else { return schedule(options: options, action) }
    if let interval {
      return keep(schedule(after: date, interval: interval, tolerance: tolerance ?? .zero, options: options, action))
    }
    if let member = schedule(at: date, options, action) { keep(member) }
  }

  public var _isRealTime: Bool { true }

  /// Runs `action` on the queue at `date` and then every `interval`, until the returned value is cancelled or released.
  ///
  /// Ticks missed while the queue was busy are combined into one. `tolerance` is the leeway of the timer; a negative
  /// one counts as 0. Traps if `interval` is negative.
  @inline(never) public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    if interval < .zero {
      trap("DispatchQueue.schedule(after:interval:)", "the interval must not be negative, but is \(interval)")
    }
    let options = options ?? SchedulerOptions()
    var work = action
    if let group = options.group {
      work = {
        group.enter()
        action()
        group.leave()
      }
    }
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: max(tolerance, .zero).timeInterval)
    timer.setEventHandler(qos: options.qos, flags: options.flags, handler: block(work))
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}

/// A block that only runs `action`, which the caller gives away. A closure that does so would be allocated beside its block.
private func block(_ action: @escaping () -> Void) -> @Sendable @convention(block) () -> Void {
  let block: @convention(block) () -> Void = action
  // The two types differ only for the compiler.
  return unsafeBitCast(block, to: (@Sendable @convention(block) () -> Void).self)
}

/// An action that belongs to a group from its creation until it has run or is cancelled.
///
/// Sendable because a lock guards its state.
private final class GroupedAction: Cancellable, @unchecked Sendable {
  private let group: DispatchGroup
  private let lock = Lock()
  /// Nil after it has started or is cancelled; guarded by `lock`.
  private var work: (() -> Void)?

  init(_ work: @escaping () -> Void, in group: DispatchGroup) {
    self.work = work
    self.group = group
    group.enter()
  }

  func run() {
    guard let work = take() else { return }
    work()
    group.leave()
  }

  func cancel() { if take() != nil { group.leave() } }

  private func take() -> (() -> Void)? { lock.withLock { work.take() } }
}
