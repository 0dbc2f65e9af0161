import Dispatch
import Foundation
@_spi(Timers) import Schedulers
import Streams
import Synchronization
import Timers

/// How late the ticks of a real timer came, in nanoseconds, each counted from the first that was due.
public struct Ticks: Sendable {
  public let scheduler: String
  public let lateness: [Int]

  /// Lets a timer tick `count` times every `interval`, on schedulers of three kinds. Calls `body` with each when it is
  /// measured.
  public static func measure(count: Int, milliseconds: Int, body: (Ticks) -> Void) {
    let queue = DispatchQueue(label: "ticks", qos: .userInteractive)
    let (continuous, suspending) = (ContinuousClock().scheduler(), SuspendingClock().scheduler())
    body(on("`DispatchQueue`", queue, count: count, milliseconds: milliseconds))
    body(on("`ContinuousClock().scheduler()`", continuous, count: count, milliseconds: milliseconds))
    body(on("`SuspendingClock().scheduler()`", suspending, count: count, milliseconds: milliseconds))
  }

  private static func on<S: Scheduler>(_ name: String, _ scheduler: S, count: Int, milliseconds: Int) -> Ticks {
    let finished = DispatchSemaphore(value: 0)
    // Touched only by the timer's ticks, one at a time, and then by this thread.
    nonisolated(unsafe) var times: [S.SchedulerTimeType] = []
    times.reserveCapacity(count)
    let start = scheduler.now
    let timer = scheduler.timerPublisher(every: .milliseconds(milliseconds), count: count, missedTicks: .burst)
    let ticks = timer.sink { _ in
      finished.signal()
    } receiveValue: { _ in
      times.append(scheduler.now)
    }
    let connection = timer.connect()
    finished.wait()
    connection.cancel()
    ticks.cancel()
    let lateness = times.enumerated().map { index, time in
      Int(start.distance(to: time).roundedNanoseconds) - (index + 1) * milliseconds * 1_000_000
    }
    return Ticks(scheduler: name, lateness: lateness)
  }

  public static let header = """
    | Scheduler | Ticks | Mean lateness of the first tenth | Of the last tenth | Median | 99 of 100 | Worst |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    """

  /// A row of a table in Markdown, in milliseconds. Drift would show as a last tenth later than the first.
  public var row: String {
    let sorted = lateness.sorted()
    let tenth = max(1, lateness.count / 10)
    func mean(_ part: ArraySlice<Int>) -> Int { part.reduce(0, +) / max(1, part.count) }
    let figures = [
      mean(lateness.prefix(tenth)), mean(lateness.suffix(tenth)), sorted[sorted.count / 2],
      sorted[sorted.count * 99 / 100], sorted[sorted.count - 1],
    ]
    let cells = figures.map { String(format: "%.3f ms", Double($0) / 1_000_000) }.joined(separator: " | ")
    return "| \(scheduler) | \(grouped(lateness.count)) | \(cells) |"
  }
}

/// With a comma before every three digits.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  return String(
    digits.enumerated().flatMap { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
    })
}
