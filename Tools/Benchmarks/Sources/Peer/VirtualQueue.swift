import Dispatch
import Schedulers

/// OpenCombine's scheduler on a timeline, as `DispatchQueue.test` is ours.
struct VirtualQueue: OpenCombine.Scheduler {
  typealias SchedulerTimeType = DispatchQueue.OCombine.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.OCombine.SchedulerOptions

  private let timeline = Timeline()

  func advance(by stride: SchedulerTimeType.Stride) { timeline.advance(by: duration(stride)) }

  // A dispatch time of 0 means now.
  var now: SchedulerTimeType { .init(DispatchTime(uptimeNanoseconds: UInt64(timeline.now.nanoseconds + 1))) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { timeline.schedule(action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { timeline.schedule(at: instant(date), action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any OpenCombine.Cancellable {
    timeline.schedule(at: instant(date), every: duration(interval), action)
  }

  private func instant(_ date: SchedulerTimeType) -> Timeline.Instant {
    .init(nanoseconds: Int64(date.dispatchTime.uptimeNanoseconds) - 1)
  }

  private func duration(_ stride: SchedulerTimeType.Stride) -> Duration { .nanoseconds(stride.magnitude) }
}

extension Timeline.Token: @retroactive OpenCombine.Cancellable {}
