import Testing

@_spi(TestKit) @testable import Schedulers

/// What an advance sees of a timeline while tasks settle.
@Suite(.timeLimit(.minutes(10))) struct SettlingObserverTests {
  let timeline = Timeline()

  @Test func workAndItsCancellationAreActivityOnce() {
    let observer = SettlingObserver(timeline)
    #expect(observer.look() == .quiet)
    let token = timeline.schedule(in: .seconds(1)) {}
    #expect(observer.look() == .contact)
    #expect(observer.look() == .quiet)
    token.cancel()
    #expect(observer.look() == .contact)
    #expect(observer.look() == .quiet)
  }

  @Test func aTaskThatReturnsFromASleepIsActivityUntilItIsBack() {
    let observer = SettlingObserver(timeline)
    timeline.state.withLock { $0.sleepers.returning = 1 }
    #expect(observer.look() == .contact)
    #expect(observer.look() == .contact)
    timeline.state.withLock { $0.sleepers.returning = 0 }
    #expect(observer.look() == .quiet)
  }

  @Test func anAdvanceLeavesToRunAJobThatNoOtherThreadRuns() {
    let observer = SettlingObserver(timeline)
    timeline.task {}
    #expect(observer.look() == .leave)
    #expect(observer.look() == .leave)
    timeline.advance()
    #expect(observer.look() == .quiet)
  }

  /// It does not leave, because that would end the settling of other timelines, too.
  @Test func aTimelineIsQuietAfterAsManyContactsAsStepsAreAllowed() {
    timeline.limitAtInstant = 3
    let observer = SettlingObserver(timeline)
    timeline.schedule(in: .seconds(1)) {}
    #expect(observer.look() == .contact)
    for _ in 0..<2 { timeline.schedule(in: .seconds(1)) {} }
    #expect(observer.look() == .quiet)
  }
}
