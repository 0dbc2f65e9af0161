import Dispatch
import Foundation
import Schedulers
import Streams
import Testing
import Timers

/// A time type of a user may run any code.
struct TimeTypeTests {
  private final class Probe {
    var onUse: () -> Void = {}
  }

  private struct Time: Strideable {
    let base: VirtualInstant
    let probe: Probe

    func distance(to other: Time) -> VirtualInstant.Stride {
      probe.onUse()
      return base.distance(to: other.base)
    }

    func advanced(by stride: VirtualInstant.Stride) -> Time {
      probe.onUse()
      return Time(base: base.advanced(by: stride), probe: probe)
    }
  }

  private struct ProbingScheduler: Scheduler {
    let base = VirtualTimeScheduler()
    let probe = Probe()
    var now: Time { Time(base: base.now, probe: probe) }
    var minimumTolerance: VirtualInstant.Stride { .zero }

    func schedule(options _: Never?, _ action: @escaping () -> Void) { base.schedule(options: nil, action) }

    func schedule(
      after date: Time, tolerance _: VirtualInstant.Stride, options _: Never?, _ action: @escaping () -> Void
    ) {
      base.schedule(after: date.base, tolerance: .zero, options: nil, action)
    }

    func schedule(
      after date: Time, interval: VirtualInstant.Stride, tolerance _: VirtualInstant.Stride, options _: Never?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      base.schedule(after: date.base, interval: interval, tolerance: .zero, options: nil, action)
    }
  }

  @Test(arguments: [MissedTicks.burst, .skip, .delay]) func timesAreComputedWithoutALock(missed: MissedTicks) {
    let scheduler = ProbingScheduler()
    let timeline = scheduler.base.timeline
    var ticks = 0
    let timer = scheduler.timerPublisher(every: .seconds(1), missedTicks: missed)
    let sink = timer.sink { _ in
      ticks += 1
      // Tick 2 is late then, and is sent or skipped when it is computed.
      if ticks == 1 { timeline.skip(by: .seconds(1.5)) }
    }
    let connection = timer.connect()
    var isFree = true
    scheduler.probe.onUse = {
      guard isFree else { return }
      let done = DispatchSemaphore(value: 0)
      // A subscription takes the lock.
      nonisolated(unsafe) let timer = timer
      Thread.detachNewThread {
        timer.sink { _ in }.cancel()
        done.signal()
      }
      isFree = done.wait(timeout: .now() + 10) == .success
    }
    timeline.advance(by: .seconds(4))
    #expect(isFree)
    #expect(ticks >= 3)
    scheduler.probe.onUse = {}
    connection.cancel()
    sink.cancel()
  }
}
