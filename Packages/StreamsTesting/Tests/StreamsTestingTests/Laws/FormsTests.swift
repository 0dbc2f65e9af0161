import Foundation
import IssueReporting
import StreamsLaws
import StreamsTesting
import Testing

/// Each form of the laws finds what only it can find.
struct FormsTests {
  private static let concurrent = LawEffort(forms: [.concurrent], rounds: 20, timeout: .seconds(120))
  private static let deterministic = LawEffort(forms: [.deterministic, .leaks], rounds: 1, timeout: .seconds(120))

  @Test(arguments: [RacyOperator.Flaw.loses, .doubles])
  func theConcurrentFormFindsLostAndDoubledValues(_ flaw: RacyOperator.Flaw) async {
    let alone = await Self.check(Self.deterministic) { RacyOperator(upstream: $0, flaw: flaw) }
    #expect(alone.isClean, "\(alone.violations)")
    let together = await Self.check(Self.concurrent) { RacyOperator(upstream: $0, flaw: flaw) }
    #expect(together.broken.contains(.everyValueOnceInOrder), "\(together.broken)")
  }

  @Test func correctPublishersPassWithSeveralThreads() async {
    let report = await Self.check(Self.concurrent) { RacyOperator(upstream: $0, flaw: nil) }
    #expect(report.isClean, "\(report.violations)")
  }

  /// In a process of its own: the suite's subscriber takes no lock, so two threads in it may mix up its values or crash the
  /// process, and under ThreadSanitizer that ends it. All of these are ways to be found; only to be overlooked is to succeed.
  @Test func overlappingDeliveriesAreFound() async {
    await #expect(processExitsWith: .failure) {
      exit(await FormsTests.overlaps { UnserialMerge(upstream: $0) } ? EXIT_FAILURE : EXIT_SUCCESS)
    }
  }

  /// That the process fails is not its own doing: with a serial merge it succeeds.
  @Test func serialDeliveriesFromSeveralThreadsPass() async {
    await #expect(processExitsWith: .success) {
      exit(await FormsTests.overlaps { $0.merge(with: $0) } ? EXIT_FAILURE : EXIT_SUCCESS)
    }
  }

  /// Whether the rules about overlapping deliveries are broken, or the values show the overlap. Almost always, the
  /// first of a hundred rounds shows it.
  private static func overlaps<P: Publisher>(_ make: @escaping @Sendable (LawUpstream) -> P) async -> Bool {
    let round = LawEffort(forms: [.concurrent], rounds: 1, timeout: .seconds(120))
    for _ in 0..<100 {
      let broken = await check(round, .allInAnyOrder, make).broken
      if broken.contains(.oneAtATime) || broken.contains(.everyValueOnceInOrder) { return true }
    }
    return false
  }

  @Test(arguments: [LawRule.releasedAfterCompletion, .releasedAfterCancel])
  func theLeakFormFindsASourceThatKeepsItsSubscriber(_ flaw: LawRule) async {
    let report = await withIssueReporters([]) {
      await Laws.check(source: "flawed", effort: LawEffort(forms: [.leaks])) { FlawedSource(flaw) }
    }
    expectEqual(report.broken, [flaw], "\(report.violations)")
  }

  /// The struct around the subscription is no object, which could be watched.
  @Test(arguments: [nil, LawRule.noLeaks])
  func theLeakFormFindsASourceThatKeepsWhatIsInItsSubscription(_ flaw: LawRule?) async {
    let report = await withIssueReporters([]) {
      await Laws.check(source: "wrapped", effort: LawEffort(forms: [.leaks])) { Wrapped(upstream: FlawedSource(flaw)) }
    }
    expectEqual(report.broken, flaw.map { [$0] } ?? [], "\(report.violations)")
  }

  @Test func theLeakFormAllowsASubscriptionThatAllSubscribersShare() async {
    final class Shared: Subscription, Sendable {
      static let one = Shared()
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
    struct Silent: Publisher {
      typealias Output = Int
      typealias Failure = LawError

      func receive<S: Subscriber<Int, LawError>>(subscriber: S) { subscriber.receive(subscription: Shared.one) }
    }
    let report = await withIssueReporters([]) {
      await Laws.check(source: "silent", effort: LawEffort(forms: [.leaks])) { Silent() }
    }
    #expect(report.isClean, "\(report.violations)")
  }

  @Test func theLeakFormFindsAnOperatorThatKeepsItself() async {
    let report = await Self.check(LawEffort(forms: [.leaks])) { FlawedOperator($0, .noLeaks) }
    expectEqual(report.broken, [.noLeaks], "\(report.violations)")
  }

  private static func check<P: Publisher>(
    _ effort: LawEffort, _ delivers: LawDelivery = .all, _ make: @escaping @Sendable (LawUpstream) -> P
  ) async -> LawReport {
    await withIssueReporters([]) {
      await Laws.check("racy", delivers: delivers, forwardsSubscription: true, effort: effort, make)
    }
  }
}

/// Wraps each subscription of its upstream in a struct.
private struct Wrapped<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  private struct Inner<S: Subscriber>: Subscriber {
    let combineIdentifier = CombineIdentifier()
    let downstream: S

    func receive(subscription: any Subscription) { downstream.receive(subscription: Box(inner: subscription)) }
    func receive(_ input: S.Input) -> Subscribers.Demand { downstream.receive(input) }
    func receive(completion: Subscribers.Completion<S.Failure>) { downstream.receive(completion: completion) }
  }

  private struct Box: Subscription {
    let combineIdentifier = CombineIdentifier()
    let inner: any Subscription

    func request(_ demand: Subscribers.Demand) { inner.request(demand) }
    func cancel() { inner.cancel() }
  }
}
