import Dispatch
import StreamsCore

extension DispatchQueue: Scheduler {
  /// Options for work scheduled on a dispatch queue.
  public struct SchedulerOptions {
    /// The quality of service.
    public var qos: DispatchQoS
    /// How the work is done: as a barrier, detached, with which quality of service.
    public var flags: DispatchWorkItemFlags
    /// The group to which the work belongs from the moment that it is scheduled until it is done. Work that repeats
    /// belongs to it only while it is being done.
    public var group: DispatchGroup?

    /// Options for scheduled work; the defaults leave everything to the queue.
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The current time of the clock by which Dispatch measures. It does not go back, and stands while the machine
  /// sleeps.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// Zero: the queue accepts work without delay.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action` on the queue as soon as its turn comes.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let work = HandedOver(action)
    let options = options ?? SchedulerOptions()
    async(group: options.group, qos: options.qos, flags: options.flags) { work() }
  }

  /// Runs `action` on the queue once, when its turn comes after `date`. Dispatch needs no tolerance for this.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let work = HandedOver(action)
    let options = options ?? SchedulerOptions()
    let group = options.group
    group?.enter()
    asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
      work()
      group?.leave()
    }
  }

  /// Runs `action` on the queue at `date` and then every `interval`, until the result is cancelled or released.
  ///
  /// Times that have passed while the queue was busy count as one. `tolerance` is the leeway of the timer; a negative
  /// one counts as zero. Traps if `interval` is negative.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    if interval < .zero {
      trap("DispatchQueue.schedule(after:interval:)", "the interval must not be negative, but is \(interval)")
    }
    let work = HandedOver(action)
    let options = options ?? SchedulerOptions()
    let group = options.group
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: max(tolerance, .zero).timeInterval)
    timer.setEventHandler(qos: options.qos, flags: options.flags) {
      group?.enter()
      work()
      group?.leave()
    }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}
