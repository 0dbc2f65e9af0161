import StreamsCore

// Values that hold their upstream, scheduler and times. `make lint` lets the compiler check these conformances.

extension Publishers.ReceiveOn: @unchecked Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
extension Publishers.SubscribeOn: @unchecked Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
extension Publishers.TimeGroupingStrategy: @unchecked Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
extension Publishers.CollectByTime: @unchecked Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
extension Publishers.Debounce: @unchecked Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
extension Publishers.Delay: @unchecked Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
extension Publishers.MeasureInterval: @unchecked Sendable where Upstream: Sendable, Context: Sendable {}
extension Publishers.Throttle: @unchecked Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
