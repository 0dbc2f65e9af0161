import Foundation
import Schedulers
import Synchronization

/// The work of a plain task in three seconds of virtual time.
enum Work: String, CaseIterable {
  case timer, sleeps, hops, computing, background, high, detached, starting, main, semaphore
  /// Long jobs in a row before each sleep, and one after the last.
  case long10, long50
  /// An action and two tasks that are due at the same three instants, in one order.
  case order
  /// The same with two tasks that receive ticks of timers.
  case ticks
  /// Three sleeps beside jobs of 100 ms that belong to another test.
  case foreign
  /// No task at all.
  case nothing

  /// Starts the task, which calls `done` at its end.
  func start(on scheduler: TestSchedulerOf<DispatchQueue>, _ done: @escaping @Sendable () -> Void) -> Task<
    Void, any Error
  > {
    switch self {
    case .timer:
      return Task {
        var ticks = 0
        for await _ in scheduler.timer(interval: .seconds(1)) {
          ticks += 1
          if ticks == 3 { break }
        }
        done()
      }
    case .long10: return Task { try await Self.computeInARow(10, inARow: 3, on: scheduler, done) }
    case .long50: return Task { try await Self.computeInARow(50, inARow: 2, on: scheduler, done) }
    case .foreign:
      Task.detached { while true { compute(milliseconds: 100); await Task.yield() } }
      return Task { try await Self.sleep(on: scheduler, done) }
    case .semaphore:
      return Task {
        for _ in 0..<3 {
          Self.block()
          try await scheduler.sleep(for: .seconds(1))
          Self.block()
        }
        done()
      }
    case .order:
      let log = Log()
      for second in 1...3 { scheduler.timeline.schedule(in: .seconds(second)) { log.add("1") } }
      Task {
        for _ in 0..<3 {
          try await scheduler.sleep(for: .seconds(1))
          log.add("2")
        }
      }
      return Task {
        for _ in 0..<3 {
          // Its second sleep begins after the sleep of the other task, and ends with it.
          for _ in 0..<2 { try await scheduler.sleep(for: .milliseconds(500)) }
          log.add("3")
        }
        if log.text == "123123123" { done() }
      }
    case .ticks:
      let log = Log()
      for second in 1...3 { scheduler.timeline.schedule(in: .seconds(second)) { log.add("1") } }
      let (first, second) = (scheduler.timer(interval: .seconds(1)), scheduler.timer(interval: .seconds(1)))
      Task { for await _ in first.prefix(3) { log.add("2") } }
      return Task {
        for await _ in second.prefix(3) { log.add("3") }
        if log.text == "123123123" { done() }
      }
    case .nothing:
      done()
      return Task {}
    case .sleeps: return Task { try await Self.sleep(on: scheduler, done) }
    case .background: return Task(priority: .background) { try await Self.sleep(on: scheduler, done) }
    case .high: return Task(priority: .high) { try await Self.sleep(on: scheduler, done) }
    case .detached: return Task.detached { try await Self.sleep(on: scheduler, done) }
    case .hops:
      return Task {
        let (first, second) = (Counter(), Counter())
        for _ in 0..<3 {
          for _ in 0..<3 {
            await first.add()
            await second.add()
            await Task.yield()
          }
          try await scheduler.sleep(for: .seconds(1))
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
              group.addTask {
                await first.add()
                await Task.yield()
              }
            }
          }
        }
        done()
      }
    case .computing:
      return Task {
        for _ in 0..<3 {
          compute(milliseconds: 3)
          try await scheduler.sleep(for: .seconds(1))
          compute(milliseconds: 3)
        }
        done()
      }
    case .starting:
      return Task {
        for _ in 0..<3 {
          let inner = Task {
            let innermost = Task.detached { try await scheduler.sleep(for: .seconds(1)) }
            try await innermost.value
          }
          try await inner.value
        }
        done()
      }
    case .main:
      return Task { @MainActor in
        let counter = Counter()
        for _ in 0..<3 {
          compute(milliseconds: 2)
          await counter.add()
          try await scheduler.sleep(for: .seconds(1))
          await Task.detached { compute(milliseconds: 1) }.value
          await Task.yield()
        }
        done()
      }
    }
  }

  private static func sleep(
    on scheduler: TestSchedulerOf<DispatchQueue>, _ done: @escaping @Sendable () -> Void
  ) async throws {
    for _ in 0..<3 { try await scheduler.sleep(for: .seconds(1)) }
    done()
  }

  private static func computeInARow(
    _ milliseconds: Int, inARow count: Int, on scheduler: TestSchedulerOf<DispatchQueue>,
    _ done: @escaping @Sendable () -> Void
  ) async throws {
    for _ in 0..<3 {
      for _ in 0..<count {
        compute(milliseconds: milliseconds)
        await Task.yield()
      }
      try await scheduler.sleep(for: .seconds(1))
    }
    compute(milliseconds: milliseconds)
    done()
  }

  /// Blocks its thread until a global queue has run a block.
  private static func block() {
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { semaphore.signal() }
    semaphore.wait()
  }

  private actor Counter {
    private var count = 0
    func add() { count += 1 }
  }
}

private final class Log: Sendable {
  private let events = Mutex("")
  func add(_ event: String) { events.withLock { $0 += event } }
  var text: String { events.withLock { $0 } }
}

/// Computes on its thread, for so much processor time.
func compute(milliseconds: Int) {
  let end = threadTime() + .milliseconds(milliseconds)
  while threadTime() < end {}
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
