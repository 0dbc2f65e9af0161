import Testing

@_spi(TestKit) @testable import Schedulers

/// What an advance sees of a timeline while tasks settle.
@Suite(.timeLimit(.minutes(10))) struct SettlingObserverTests {
  let timeline = Timeline()

  @Test func workAndItsCancellationAreActivityOnce() {
    let observer = SettlingObserver(timeline)
    expectEqual(observer.look(), .quiet)
    let token = timeline.schedule(in: .seconds(1)) {}
    expectEqual(observer.look(), .contact)
    expectEqual(observer.look(), .quiet)
    token.cancel()
    expectEqual(observer.look(), .contact)
    expectEqual(observer.look(), .quiet)
  }

  @Test func aTaskThatReturnsFromASleepIsActivityUntilItIsBack() {
    let observer = SettlingObserver(timeline)
    timeline.state.withLock { $0.sleepers.returning = 1 }
    expectEqual(observer.look(), .contact)
    expectEqual(observer.look(), .contact)
    timeline.state.withLock { $0.sleepers.returning = 0 }
    expectEqual(observer.look(), .quiet)
  }

  @Test func anAdvanceLeavesToRunAJobThatNoOtherThreadRuns() {
    let observer = SettlingObserver(timeline)
    timeline.task {}
    expectEqual(observer.look(), .leave)
    expectEqual(observer.look(), .leave)
    timeline.advance()
    expectEqual(observer.look(), .quiet)
  }

  /// It does not leave, because that would end the settling of other timelines, too.
  @Test func aTimelineIsQuietAfterAsManyContactsAsStepsAreAllowed() {
    timeline.limitAtInstant = 3
    let observer = SettlingObserver(timeline)
    timeline.schedule(in: .seconds(1)) {}
    expectEqual(observer.look(), .contact)
    for _ in 0..<2 { timeline.schedule(in: .seconds(1)) {} }
    expectEqual(observer.look(), .quiet)
  }
}
