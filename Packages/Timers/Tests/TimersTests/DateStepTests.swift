import Testing
import Timers

/// Timers on a clock that can be set, like the date of a run loop.
struct DateStepTests {
  /// Its actions keep their pace when its clock is set.
  final class Dated: Scheduler {
    typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never
    let virtual = VirtualTimeScheduler()
    private var offset = SchedulerTimeType.Stride.zero
    /// How far its time is behind the one of its actions.
    var lag = SchedulerTimeType.Stride.zero

    func setClock(by stride: SchedulerTimeType.Stride) { offset += stride }

    private func real(_ date: SchedulerTimeType) -> SchedulerTimeType {
      date.advanced(by: .zero - offset)
    }

    var now: SchedulerTimeType { virtual.now.advanced(by: offset - lag) }
    var minimumTolerance: SchedulerTimeType.Stride { .zero }
    func schedule(options _: Never?, _ action: @escaping () -> Void) { virtual.schedule(options: nil, action) }
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options _: Never?,
      _ action: @escaping () -> Void
    ) {
      virtual.schedule(after: real(date), tolerance: tolerance, options: nil, action)
    }
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options _: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      virtual.schedule(after: real(date), interval: interval, tolerance: tolerance, options: nil, action)
    }
  }

  /// The times at which a timer with an interval of a second ticks, by the clock of its actions. After two seconds, its own
  /// clock is set by `step`; three seconds later the timer is cancelled.
  private func ticks(on scheduler: Dated = Dated(), _ missed: MissedTicks, step: Dated.SchedulerTimeType.Stride)
    -> [Double]
  {
    var times: [Double] = []
    let timer = scheduler.timerPublisher(every: 1, missedTicks: missed).autoconnect()
      .sink { _ in times.append(scheduler.virtual.now.timeIntervalSinceReferenceTime) }
    scheduler.virtual.timeline.advance(by: .seconds(2))
    scheduler.setClock(by: step)
    scheduler.virtual.timeline.advance(by: .seconds(3))
    timer.cancel()
    return times
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func aTimerTicksOnWhenItsClockIsSetBack(missed: MissedTicks) {
    #expect(ticks(missed, step: -3600) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func aTickIsLateWhenItsClockIsSetBackALittle(missed: MissedTicks)
  {
    #expect(ticks(missed, step: -0.5) == [1, 2, 3.5, 4.5])
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func aTimerIsScheduledAgainOnceForEachEarlyTick(
    missed: MissedTicks
  ) {
    let scheduler = Dated()
    scheduler.lag = 0.5
    #expect(ticks(on: scheduler, missed, step: 0) == [1.5, 2.5, 3.5, 4.5])
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func aTimerHasMissedTicksWhenItsClockIsSetForward(
    missed: MissedTicks
  ) {
    #expect(ticks(missed, step: 10).count == (missed == .burst ? 15 : 5))
  }
}
