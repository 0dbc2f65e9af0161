import Foundation
import Pinning
import Synchronization

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
    /// Nanoseconds from the first to the return of the last `send`, divided by the number of values.
    public let wall: Double
    /// Nanoseconds of processor time of all threads, divided by the number of values.
    public let cpu: Double
    /// The longest call of `send`, in nanoseconds.
    public let longest: UInt64
    /// The 99.9th percentile of the calls of `send`, in nanoseconds.
    public let high: UInt64
  }

  /// Sends `count` values from each of so many threads, each of which runs on one processor only.
  ///
  /// The calls are timed in a second run, because reading the clock takes as long as a short `send`.
  public func measure(threads: Int, count: Int) -> Result {
    let send = prepare(threads)
    let (wall, cpu) = run(threads) { thread in
      for value in 0..<count { send(thread, value) }
    }
    let times = (0..<threads).map { _ in Times(count) }
    let timed = prepare(threads)
    _ = run(threads) { thread in
      let mine = times[thread]
      for value in 0..<count {
        let before = now()
        timed(thread, value)
        mine.values[value] = now() - before
      }
    }
    let sorted = times.flatMap(\.values).sorted()
    let total = Double(threads * count)
    return Result(
      wall: Double(wall) / total, cpu: Double(cpu) / total, longest: sorted.last ?? 0,
      high: sorted[sorted.count * 999 / 1000])
  }

  /// Runs `body` on several threads at once, and returns the nanoseconds that passed, and those of processor time.
  private func run(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) -> (wall: UInt64, cpu: UInt64) {
    let ready = Counter()
    let done = DispatchGroup()
    for thread in 0..<threads {
      done.enter()
      Thread {
        // Threads that the system moves may run one after the other, on one processor, and hardly meet.
        run_on_one_processor(Int32(thread))
        ready.add()
        // All begin at once: a thread that is woken would miss the work of another one.
        while ready.value <= threads { sched_yield() }
        body(thread)
        done.leave()
      }.start()
    }
    while ready.value < threads { sched_yield() }
    let (wall, cpu) = (now(), cpuTime())
    ready.add()
    done.wait()
    return (now() - wall, cpuTime() - cpu)
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  }

  /// The times of one thread; only that thread touches them before it is done.
  private final class Times: @unchecked Sendable {
    var values: [UInt64]
    init(_ count: Int) { values = Array(repeating: 0, count: count) }
  }

  /// A call of a closure that adds the value, with a mutex around it: what contention costs without a stream.
  public static var mutex: Senders {
    Senders("a mutex around a call") { _ in
      let sum = Sum()
      let add = Mutex(opaque { sum.add($0) })
      let shared = Shared(add)
      return { _, value in shared.mutex.withLock { $0(value) } }
    }
  }

  private final class Shared: @unchecked Sendable {
    let mutex: Mutex<(Int) -> Void>
    init(_ mutex: consuming sending Mutex<(Int) -> Void>) { self.mutex = mutex }
  }
}

private func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
