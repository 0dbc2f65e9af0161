import Foundation
import StreamsLaws
import StreamsTesting

/// The suite's virtual time, in which real queues are given their turns.
typealias LawTime = TestSchedulerOf<DispatchQueue>

/// Has `turn` taken whenever the suite advances `time` by a second; not within a turn, as a queue cannot wait for itself.
private func onEverySecond(of time: LawTime, _ turn: @escaping @Sendable () -> Void) {
  Turns(turn).goOn(time)
}

private final class Turns: Sendable {
  private let turn: @Sendable () -> Void
  private let underWay = NSLock()

  init(_ turn: @escaping @Sendable () -> Void) { self.turn = turn }

  func goOn(_ time: LawTime) {
    time.schedule(after: time.now.advanced(by: .seconds(1))) { [weak time] in
      self.take()
      if let time { self.goOn(time) }
    }
  }

  private func take() {
    guard underWay.try() else { return }
    turn()
    underWay.unlock()
  }
}

extension DispatchQueue {
  /// A real serial queue that works only when `time` is advanced.
  static func held(by time: LawTime) -> DispatchQueue {
    let held = Held()
    onEverySecond(of: time) { held.work() }
    return held.queue
  }

  private final class Held: Sendable {
    let queue = DispatchQueue(label: "laws")
    init() { queue.suspend() }
    deinit { queue.resume() }

    func work() {
      queue.resume()
      for _ in 0..<3 { queue.sync {} }
      queue.suspend()
    }
  }
}

extension OperationQueue {
  /// A real serial queue that works only when `time` is advanced.
  static func held(by time: LawTime) -> OperationQueue {
    let threads = DispatchQueue(label: "laws")
    let queue = OperationQueue()
    queue.underlyingQueue = threads
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    onEverySecond(of: time) {
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      queue.isSuspended = true
      // An operation is finished before its thread has released it, and the subscriber with it.
      threads.sync {}
    }
    return queue
  }

  /// A scheduler with the time of operation queues, which is that of `time`.
  static func virtual(_ time: LawTime) -> TestSchedulerOf<OperationQueue> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0)), on: time.timeline)
  }
}

extension RunLoop {
  /// The run loop of a thread that runs it only when `time` is advanced.
  static func held(by time: LawTime) -> RunLoop {
    let held = Held()
    onEverySecond(of: time) { held.work() }
    return held.loop
  }

  /// A scheduler with the time of run loops, which is that of `time`.
  static func virtual(_ time: LawTime) -> TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0)), on: time.timeline)
  }

  private final class Held: Sendable {
    /// The state that the thread and its owner share.
    ///
    /// Sendable because each side touches it only while the other waits for a signal.
    private final class Bench: @unchecked Sendable {
      let go = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      var loop = RunLoop.current
      var isOver = false
    }

    private let bench = Bench()
    var loop: RunLoop { bench.loop }

    init() {
      Thread.detachNewThread { [bench] in
        bench.loop = .current
        bench.done.signal()
        bench.go.wait()
        while !bench.isOver {
          for _ in 0..<3 { _ = RunLoop.current.run(mode: .default, before: .distantPast) }
          bench.done.signal()
          bench.go.wait()
        }
      }
      bench.done.wait()
    }

    deinit {
      bench.isOver = true
      bench.go.signal()
    }

    func work() {
      bench.go.signal()
      bench.done.wait()
    }
  }
}
