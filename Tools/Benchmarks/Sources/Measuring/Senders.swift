import Foundation

/// A stream into which several threads send at the same time.
public struct Senders {
  /// Sends a value of a thread, given by its number.
  public typealias Send = @Sendable (_ thread: Int, _ value: Int) -> Void

  /// Where the values go; the halves (ours, the peer's) find one another by it.
  public let name: String
  /// Makes the stream for so many threads.
  public let prepare: (_ threads: Int) -> Send

  public init(_ name: String, prepare: @escaping (_ threads: Int) -> Send) {
    self.name = name
    self.prepare = prepare
  }

  /// The measurements of a run.
  public struct Result: Sendable {
    /// Values a second, all threads together, from the first to the return of the last `send`.
    public let rate: Double
    /// The longest call of `send`, in nanoseconds.
    public let longest: UInt64
    /// The 99.9th percentile of the calls of `send`, in nanoseconds.
    public let high: UInt64
  }

  /// Sends `count` values from each of so many threads.
  public func measure(threads: Int, count: Int) -> Result {
    let send = prepare(threads)
    let times = (0..<threads).map { _ in Times(count) }
    let start = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    for thread in 0..<threads {
      done.enter()
      let mine = times[thread]
      Thread {
        start.wait()
        for value in 0..<count {
          let before = now()
          send(thread, value)
          mine.values[value] = now() - before
        }
        done.leave()
      }.start()
    }
    let before = now()
    for _ in 0..<threads { start.signal() }
    done.wait()
    let seconds = Double(now() - before) / 1e9
    let sorted = times.flatMap(\.values).sorted()
    return Result(
      rate: Double(threads * count) / seconds, longest: sorted.last ?? 0, high: sorted[sorted.count * 999 / 1000])
  }

  /// The times of one thread; only that thread touches them before it is done.
  private final class Times: @unchecked Sendable {
    var values: [UInt64]
    init(_ count: Int) { values = Array(repeating: 0, count: count) }
  }
}

private func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
