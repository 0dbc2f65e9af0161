import StreamsTesting
import Testing

/// Without `.leakCheck()`, which keeps every timeline until the end.
struct TimelineRaceTests {
  /// A body's timeline refers to other timelines weakly. A load may get the last reference, so that the other timeline
  /// is deinitialised there, with a `deinit` that takes the lock.
  @Test func timelinesThatABodyHasUsedAreReleasedOutsideItsLock() async {
    final class Shared {
      let home = Timeline("home")
      var others: [Timeline] = []
      func inBody(_ body: () -> Void) { Timeline.$current.withValue(home, operation: body) }
    }
    final class Ending {
      let shared: Shared
      init(_ shared: Shared) { self.shared = shared }
      deinit { shared.inBody { _ = Timeline("late").schedule(in: .seconds(1)) {} } }
    }
    await Races.race(
      times: 200, timeout: .seconds(10),
      on: {
        let shared = Shared()
        shared.inBody {
          for _ in 0..<50 {
            let (other, ending) = (Timeline("other"), Ending(shared))
            other.schedule(in: .seconds(1)) { _ = ending }
            shared.others.append(other)
          }
        }
        return shared
      },
      { shared in
        let busy = Timeline("busy")
        // Each time, it is the first work there, which its body's timeline records.
        shared.inBody { for _ in 0..<300 { busy.schedule(in: .seconds(1)) {}.cancel() } }
      }, { while $0.others.popLast() != nil {} })
  }
}
