#if os(Linux)
  import Foundation
  import Streams
  import Testing

  /// The number of seconds by which the clock of this process has been set forward.
  nonisolated(unsafe) private var lead = 0

  /// Precedes the system's function, because the executable defines it.
  @_cdecl("clock_gettime") public func clockWithLead(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>)
    -> Int32
  {
    let result = systemClock(clock, time)
    if clock == CLOCK_REALTIME { time.pointee.tv_sec += lead }
    return result
  }

  private typealias Clock = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>) -> Int32
  private let systemClock = unsafeBitCast(
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), "clock_gettime"), to: Clock.self)

  /// Keeps what `body` returns. `body` must exit with success later. Otherwise, exits with a failure after 50 seconds.
  private func waitForExit(_ body: () -> Any) async {
    DispatchQueue.global().asyncAfter(deadline: .now() + 50) { exit(EXIT_FAILURE) }
    let start = Date()
    lead += 3600
    guard Date() > start + 1800 else { exit(EXIT_FAILURE) }
    lead -= 3600
    let kept = body()
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    withExtendedLifetime(kept) {}
  }

  /// Each sets the clock by an hour in a process of its own.
  @Suite(.timeLimit(.minutes(10))) struct ClockStepTests {
    @Test func anActionOfARunLoopDoesNotWaitForOlderOnesAfterAStepForward() async {
      await #expect(processExitsWith: .success) {
        await waitForExit {
          RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: 60)) {}
          lead += 3600
          RunLoop.main.schedule { exit(EXIT_SUCCESS) }
          return ()
        }
      }
    }

    @Test func actionsOfARunLoopMaySeeSteps() async {
      await #expect(processExitsWith: .success) {
        await waitForExit {
          RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: 1800)) { exit(EXIT_FAILURE) }
          var ticks = 0
          return Timer.publish(every: 0.01, on: .main, in: .default).autoconnect().sink { _ in
            ticks += 1
            if ticks == 2 { lead += 3600 }
            if ticks == 4 { lead -= 3600 }
            if ticks == 6 { exit(EXIT_SUCCESS) }
          }
        }
      }
    }

    @Test func ticksOfAnOperationQueueGoOnAfterAStepBack() async {
      await #expect(processExitsWith: .success) {
        await waitForExit {
          let queue = OperationQueue()
          var ticks = 0
          return queue.schedule(after: queue.now, interval: 0.01) {
            ticks += 1
            if ticks == 2 { lead -= 3600 }
            if ticks == 4 { exit(EXIT_SUCCESS) }
          }
        }
      }
    }

    /// The second value moves the end of the period.
    @Test func debounceSendsItsLastValueAfterAStepBack() async {
      await #expect(processExitsWith: .success) {
        await waitForExit {
          let subject = PassthroughSubject<Int, Never>()
          let sink = subject.debounce(for: 0.1, scheduler: RunLoop.main)
            .sink { exit($0 == 2 ? EXIT_SUCCESS : EXIT_FAILURE) }
          subject.send(1)
          subject.send(2)
          lead -= 3600
          return sink
        }
      }
    }

    @Test func throttleGoesOnAfterAStepBack() async {
      await #expect(processExitsWith: .success) {
        await waitForExit {
          let subject = PassthroughSubject<Int, Never>()
          let sink = subject.throttle(for: 0.01, scheduler: RunLoop.main, latest: true).sink { value in
            if value == 2 { exit(EXIT_SUCCESS) }
            lead -= 3600
            subject.send(2)
          }
          subject.send(1)
          return sink
        }
      }
    }
  }
#endif
