#if os(Linux)
  import Foundation
  import SchedulersTestSupport
  import Testing

  /// What tests of Swift Testing have neglected where the test was known no longer, makes their process fail in the end.
  @Suite struct EndOfProcessTests {
    @Test(arguments: [
      "bothAreKeptByTheirTasks", "theLastReferenceGoesOnAThread", "aThreadHasMadeTheOne", "aSleepComesLate",
    ])
    func aMistakeMakesItFail(name: String) async throws {
      let end = try await Child.run(name)
      #expect(end.status == 1)
      #expect(
        end.errors.contains(
          #/SchedulersTestSupportTests/EndOfProcessTests.swift:\d+: error: Work waits on the one, which nobody has advanced/#
        ), "\(end.errors)")
      #expect(end.errors.contains("but the other, another timeline of this test, was"))
      #expect(end.errors.contains("due at 1.0 seconds"))
    }

    /// There the issue is the run's, or the test's if its task lets go last.
    @Test(arguments: ["bothAreADetachedTasks", "aTaskCannotGoOn", "aTaskGoesAfterTheTest"])
    func aMistakeWhereTheTestIsNotKnownMakesItFail(name: String) async throws {
      let end = try await Child.run(name)
      #expect(end.status == 1)
      #expect(
        end.errors.contains("Work waits on the one, which nobody has advanced, but the other"), "\(end.errors)")
    }

    @Test func anIssueOfAThreadMakesItFail() async throws {
      let end = try await Child.run("aTimerOfAThreadNeverEnds")
      #expect(end.status == 1)
      #expect(end.errors.contains(#/EndOfProcessTests.swift:\d+: error: the one.*still pending/#), "\(end.errors)")
    }

    @Test func whatATestWaitsForThatCameLateIsPrinted() async throws {
      let texts = ["the one", "the next"].map {
        "warning: Work waits on \($0), which nobody has advanced, but the other"
      }
      let end = try await Child.run("itWaitsForWhatComesLate") { errors in texts.allSatisfy(errors.contains) }
      #expect(end.status == 0)
      for text in texts { #expect(end.errors.components(separatedBy: text).count == 2, "\(end.errors)") }
    }

    @Test func whereTheTestIsNotKnownItWarns() async throws {
      let end = try await Child.run("aThreadUsesTheOneAlone")
      #expect(end.status == 0)
      #expect(
        end.errors.contains("warning: Work waits on the one, which nobody has advanced. It was scheduled where"),
        "\(end.errors)")
    }

    @Test(arguments: [
      "everythingIsAdvanced", "oneIsLetAloneOnPurpose", "whatIsLateIsAdvanced", "SharedByMistakes",
      "SharedLateByMistakes", "AdvancedByAnotherMistakes",
    ])
    func otherwiseItSaysNothing(name: String) async throws {
      let end = try await Child.run(name)
      #expect(end.status == 0)
      #expect(!end.errors.contains("Work waits"), "\(end.errors)")
    }
  }

  /// Each is run alone, in a process of its own.
  @Suite(.enabled(if: Child.isThis, "run in a process of its own")) struct Mistakes {
    @Test func bothAreKeptByTheirTasks() async {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      for timeline in [one, other] { Task { try await timeline.sleep(for: .seconds(1)) } }
      await one.waitForSleepers()
      await other.waitForSleepers()
      await other.advance(by: .milliseconds(1))
    }

    @Test func theLastReferenceGoesOnAThread() {
      let kept = Kept()
      kept.timeline = Timeline("the one")
      kept.timeline?.schedule(after: .seconds(1)) {}
      Timeline("the other").advance()
      inAThread { kept.timeline = nil }
    }

    @Test func aThreadHasMadeTheOne() {
      let kept = Kept()
      inAThread { kept.timeline = Timeline("the one") }
      kept.timeline?.schedule(after: .seconds(1)) {}
      Timeline("the other").advance()
      inAThread { kept.timeline = nil }
    }

    @Test func aTaskGoesAfterTheTest() async {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      let task = Task { try await one.sleep(for: .seconds(1)) }
      await one.waitForSleepers()
      await other.advance(by: .seconds(1))
      task.cancel()
    }

    @Test func bothAreADetachedTasks() async {
      await Task.detached {
        let (one, other) = (Timeline("the one"), Timeline("the other"))
        one.schedule(after: .seconds(1)) {}
        await other.advance()
      }.value
    }

    @Test func aTaskCannotGoOn() async {
      await Task.detached {
        let other = Timeline("the other")
        let one = Timeline("the one")
        one.task {}
        await other.advance()
      }.value
    }

    @Test func aTimerOfAThreadNeverEnds() {
      inAThread {
        let one = Timeline("the one")
        one.schedule(after: .seconds(1)) {}
        one.checkNothingPending()
        one.advance(by: .seconds(1))
      }
    }

    @Test func aThreadUsesTheOneAlone() {
      inAThread { Timeline("the one").schedule(after: .seconds(1)) {} }
      Timeline("the other").advance()
    }

    @Test func aSleepComesLate() async {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      await other.advance()
      Task { try await one.sleep(for: .seconds(1)) }
      await one.waitForSleepers()
    }

    @Test func itWaitsForWhatComesLate() async {
      let (one, next, other) = (Timeline("the one"), Timeline("the next"), Timeline("the other"))
      await other.advance()
      TestRuns.$patience.withValue(.milliseconds(1)) {
        for timeline in [one, next] { timeline.schedule(after: .seconds(1)) {} }
      }
      #expect(Child.mayGoOn())
      await one.advance()
      await next.advance()
    }

    @Test func whatIsLateIsAdvanced() async throws {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      await other.advance()
      let task = Task { try await one.sleep(for: .seconds(1)) }
      await one.waitForSleepers()
      await one.advance(by: .seconds(1))
      try await task.value
    }

    @Test func everythingIsAdvanced() async throws {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      let task = Task { try await one.sleep(for: .seconds(1)) }
      await one.waitForSleepers()
      await other.advance()
      inAThread { one.advance(by: .seconds(1)) }
      try await task.value
    }

    @Test func oneIsLetAloneOnPurpose() async throws {
      let (one, other) = (Timeline("the one"), Timeline("the other"))
      let task = Task { try await one.sleep(for: .seconds(1)) }
      await one.waitForSleepers()
      one.skip(by: .zero)
      await other.advance()
      withExtendedLifetime(task) {}
    }

    /// Only one thread at a time has it.
    private final class Kept: @unchecked Sendable {
      var timeline: Timeline?
    }

    /// Returns when the thread has come to its end, and all that it had is gone.
    private func inAThread(_ body: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        body()
        done.signal()
      }
      done.wait()
    }
  }

  /// Each uses a timeline of all, and advances its own.
  @Suite(.serialized, .enabled(if: Child.isThis, "run in a process of its own")) struct SharedByMistakes {
    static let all = Timeline("the one")

    @Test(arguments: 1...2) func advancesItsOwn(_: Int) {
      Self.all.schedule(after: .seconds(1)) {}
      Timeline("the other").advance()
    }
  }

  /// Each advances its own, and then uses a timeline of all.
  @Suite(.serialized, .enabled(if: Child.isThis, "run in a process of its own"))
  struct SharedLateByMistakes {
    static let all = Timeline("the one")

    @Test(arguments: 1...2) func advancesItsOwn(_: Int) {
      Timeline("the other").advance()
      Self.all.schedule(after: .seconds(1)) {}
    }
  }

  /// The first makes both, but only the second advances one.
  @Suite(.serialized, .enabled(if: Child.isThis, "run in a process of its own"))
  struct AdvancedByAnotherMistakes {
    static let (one, other) = (Timeline("the one"), Timeline("the other"))

    @Test(arguments: 1...2) func advancesWhatTheFirstHasMade(number: Int) async {
      withExtendedLifetime((Self.one, Self.other)) {}
      guard number == 2 else { return }
      await Self.other.advance()
      await Task.detached { _ = Self.one.schedule(after: .seconds(1)) {} }.value
    }
  }
#endif
