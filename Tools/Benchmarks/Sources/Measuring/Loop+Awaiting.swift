import Dispatch
import Pinning
import Synchronization

/// How many values a row of asynchronous functions awaits: fewer than other rows, because the slowest peer takes 40 µs.
public let awaits = 10_000

/// Runs `body` in a task, and blocks the calling thread until it has returned.
public func wait(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    end.signal()
  }
  end.wait()
}

/// Like ``wait(_:)``, with all threads on one processor. On several, most of the time would be spent waking processors that
/// sleep, which a slower library avoids: another thread is still busy when the next value is requested.
public func waitOnOneProcessor(_ body: @escaping @Sendable () async -> Void) {
  run_all_on_one_processor(true)
  wait(body)
  run_all_on_one_processor(false)
}

extension Goal {
  /// At most `times` the time of a bare continuation, and under every peer.
  public static func awaiting(times: Double = 1.4, allocations: Double? = nil) -> Goal {
    Goal(timesFaster: 1, timesLoop: times, kin: "async-algorithms", timesKin: 1, allocations: allocations)
  }
}

extension Loop {
  /// Awaits of a continuation that can be cancelled and is resumed at once.
  public static var continuation: Loop { continuations(awaits) }

  public static func continuations(_ count: Int) -> Loop {
    Loop(operations: count) { sum in
      { wait { for number in 0..<count { sum.add(await resumed { $0.resume(returning: number) }) } } }
    }
  }

  /// Awaits of a continuation that is resumed on a queue, on one processor.
  public static var handoff: Loop {
    Loop(operations: awaits) { sum in
      let queue = DispatchQueue(label: "handoff")
      return {
        waitOnOneProcessor {
          for _ in 0..<awaits { sum.add(await resumed { waiter in queue.async { waiter.resume(returning: 1) } }) }
        }
      }
    }
  }

  /// Awaits of a continuation that a new task resumes, on one processor.
  public static var fulfilling: Loop {
    Loop(operations: awaits) { sum in
      {
        waitOnOneProcessor {
          for number in 0..<awaits { sum.add(await resumed { waiter in Task { waiter.resume(returning: number) } }) }
        }
      }
    }
  }

  /// A child task for each number, four at a time, on one processor.
  public static var childTasks: Loop {
    Loop(operations: awaits) { sum in
      {
        waitOnOneProcessor {
          await withTaskGroup(of: Int.self) { group in
            for number in 0..<awaits {
              if number >= 4 { sum.add(await group.next() ?? 0) }
              group.addTask { number }
            }
            for await number in group { sum.add(number) }
          }
        }
      }
    }
  }

  /// A loop over a stream whose values have been yielded before, on one processor.
  public static var stream: Loop {
    Loop(operations: awaits) { sum in { waitOnOneProcessor { for await number in yielded() { sum.add(number) } } } }
  }

  /// Two tasks that resume one another's continuations.
  public static var pingPong: Loop {
    Loop(operations: 2 * awaits) { sum in
      {
        wait {
          let (pings, pongs) = (Slot(), Slot())
          async let answers: Void = { for _ in 0..<awaits { pongs.send(await pings.next()) } }()
          for ping in 1...awaits {
            pings.send(ping)
            sum.add(await pongs.next())
          }
          await answers
        }
      }
    }
  }
}

/// A stream of numbers that have been yielded.
public func yielded() -> AsyncStream<Int> {
  AsyncStream { continuation in
    for number in 0..<awaits { continuation.yield(number) }
    continuation.finish()
  }
}

/// Waits until `body` has resumed the continuation. The wait can be cancelled, which does nothing.
private func resumed(_ body: (UnsafeContinuation<Int, Never>) -> Void) async -> Int {
  await withTaskCancellationHandler {
    await withUnsafeContinuation(body)
  } onCancel: {
  }
}

/// Hands single values to one task.
private final class Slot: Sendable {
  private enum State {
    case empty
    case value(Int)
    case waiter(UnsafeContinuation<Int, Never>)
  }

  private let state = Mutex(State.empty)

  func send(_ value: Int) {
    let waiter: UnsafeContinuation<Int, Never>? = state.withLock {
      if case .waiter(let waiter) = $0 {
        $0 = .empty
        return waiter
      }
      $0 = .value(value)
      return nil
    }
    waiter?.resume(returning: value)
  }

  func next() async -> Int {
    await resumed { waiter in
      let known: Int? = state.withLock {
        if case .value(let value) = $0 {
          $0 = .empty
          return value
        }
        $0 = .waiter(waiter)
        return nil
      }
      if let known { waiter.resume(returning: known) }
    }
  }
}
