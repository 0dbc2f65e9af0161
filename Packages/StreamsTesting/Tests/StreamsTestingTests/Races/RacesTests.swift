import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct RacesTests {
  @Test func everyRoundOfARaceHasANewSubject() async {
    final class Box {
      let lock = NSLock()
      var count = 0
    }
    let rounds = Box()
    await Races.race(
      times: 50, on: { Box() }, { box in box.lock.withLock { box.count += 1 } },
      { box in box.lock.withLock { box.count += 1 } }, { box in box.lock.withLock { box.count += 1 } },
      check: { box in
        expectEqual(box.count, 3)
        rounds.count += 1
      })
    expectEqual(rounds.count, 50)
  }

  /// Each thread has read before the other writes, which only bodies do that run at the same time.
  @Test func racesFindALostUpdate() async {
    final class Account {
      var money = 0
      let (deposit, withdrawal) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      private let lock = NSLock()
      func change(by amount: Int, _ own: DispatchSemaphore, _ other: DispatchSemaphore) {
        let before = lock.withLock { money }
        own.signal()
        other.wait()
        lock.withLock { money = before + amount }
      }
    }
    struct Lost: Error {}
    let issues = Issues()
    await withIssueReporters([issues]) {
      await Races.race(
        on: { Account() }, { $0.change(by: 10, $0.deposit, $0.withdrawal) },
        { $0.change(by: -3, $0.withdrawal, $0.deposit) }, check: { if $0.money != 7 { throw Lost() } })
    }
    expectEqual(issues.all.map(\.text), ["Round 1 of the race failed: Lost()"])
  }

  @Test func aDeadlockIsReportedWithItsRound() async {
    let issues = Issues()
    await withIssueReporters([issues]) {
      let never = DispatchSemaphore(value: 0)
      await Races.race(times: 3, timeout: .seconds(0.2), on: {}, { _ in never.wait() })
    }
    let limit = Duration.seconds(0.2) * WaitTimeout.scale
    expectEqual(issues.all.map(\.text), ["Round 1 of the race has not ended within \(limit): a deadlock?"])
  }

  @Test func issuesInTheCheckOfARaceBelongToTheTest() async {
    await withKnownIssue {
      await Races.race(
        times: 1, on: { PassthroughSubject<Int, Never>() }, { $0.send(1) }, { $0.send(2) },
        check: { _ in Issue.record("seen in the test") })
    } matching: {
      "\($0.comments)".contains("seen in the test")
    }
  }
}
