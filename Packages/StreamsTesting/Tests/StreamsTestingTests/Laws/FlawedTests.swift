import IssueReporting
import StreamsLaws
import StreamsTesting
import Testing

/// For each rule a publisher that breaks it and no other: the law suite has to say so.
@Suite(.leakCheck()) struct FlawedTests {
  private static let sourceFlaws: [LawRule] = [
    .oneSubscription, .subscriptionFirst, .independentSubscribers, .neverMoreThanRequested, .demandAddsUp,
    .returnedDemandCounts, .requestsFromCallbacksCount, .everyValueOnceInOrder, .oneAtATime, .oneCompletion,
    .nothingAfterCompletion, .completionNeedsNoDemand, .sameEndForAnyDemand, .cancelFromCallbacks,
    .requestsAfterEndIgnored, .subscribeFromCallbacks, .releasedAfterCompletion, .releasedAfterCancel, .noLeaks,
    .noRecursion, .callsReturn,
  ]
  private static let operatorFlaws: [LawRule] = [
    .unlimitedStaysUnlimited, .noEmptyRequests, .secondCancelIgnored, .cancelReachesUpstream,
    .noCancelAfterUpstreamEnds, .noLeaks, .secondSubscriptionRejected, .excessValuesTolerated,
    .eventsAfterEndIgnored,
  ]

  /// Patient enough for a busy machine and ThreadSanitizer.
  private static let effort = LawEffort(rounds: 3, timeout: .seconds(300))

  @Test func everyRuleIsBrokenByAFlawedPublisher() {
    let broken =
      Self.sourceFlaws + Self.operatorFlaws + [.earlyEndCancelsUpstream, .nothingAfterCancel, .sendFromCallbacks]
    expectEqual(Set(broken), Set(LawRule.allCases))
  }

  @Test(arguments: sourceFlaws) func aFlawInASourceIsFound(_ flaw: LawRule) async {
    var effort = Self.effort
    if flaw == .callsReturn { effort.timeout = .seconds(1) }
    let report = await quietly { await Laws.check(source: "flawed", effort: effort) { FlawedSource(flaw) } }
    expectEqual(report.broken, [flaw], "\(report.violations)")
  }

  @Test(arguments: operatorFlaws) func aFlawInAnOperatorIsFound(_ flaw: LawRule) async {
    let report = await quietly { await Laws.check("flawed", effort: Self.effort) { FlawedOperator($0, flaw) } }
    expectEqual(report.broken, [flaw], "\(report.violations)")
    if let text = report.violations[.noLeaks] {
      #expect(text.contains("\n  To allow: except: [.noLeaks: \"the reason\"]\n"))
    }
  }

  @Test func anOperatorThatEndsEarlyAndDoesNotCancelIsFound() async {
    let flaw = LawRule.earlyEndCancelsUpstream
    let report = await quietly {
      await Laws.check("flawed", effort: Self.effort) { FlawedOperator($0, flaw, count: 2) }
    }
    expectEqual(report.broken, [flaw], "\(report.violations)")
  }

  @Test func aDelayThatIsNotCancelledIsFound() async {
    let report = await quietly {
      await Laws.check("flawed", effort: Self.effort) { upstream, scheduler in
        FlawedDelay(upstream: upstream, scheduler: scheduler)
      }
    }
    expectEqual(report.broken, [.nothingAfterCancel], "\(report.violations)")
  }

  @Test func aSubjectThatDropsReentrantValuesBreaksItsRule() async {
    let report = await quietly { await Laws.check(subject: "flawed", effort: Self.effort) { FlawedSubject() } }
    expectEqual(report.broken, [.sendFromCallbacks], "\(report.violations)")
  }

  /// The operator subscribes again 1.5 s later, when the suite has sent its second subscription.
  @Test func aDelayedSubscriptionIsNoSecondSubscription() async {
    let report = await quietly {
      await Laws.check("later", delivers: .some, effort: LawEffort(forms: [.deterministic])) { upstream, scheduler in
        let later = Just(0).setFailureType(to: LawError.self).delay(for: .seconds(1.5), scheduler: scheduler)
        return upstream.merge(with: later.flatMap { _ in upstream })
      }
    }
    #expect(report.checks[.secondSubscriptionRejected] != nil)
    #expect(!report.broken.contains(.secondSubscriptionRejected), "\(report.violations)")
  }

  @Test func correctPublishersBreakNoRule() async {
    let reports = [
      await Laws.check(source: "source", effort: Self.effort) { FlawedSource(nil) },
      await Laws.check("operator", effort: Self.effort) { FlawedOperator($0, nil) },
      await Laws.check("ending early", effort: Self.effort) { FlawedOperator($0, nil, count: 2) },
    ]
    for report in reports { #expect(report.isClean, "\(report.violations)") }
    expectEqual(Set(reports.flatMap { $0.checks.keys }).union([.sendFromCallbacks]), Set(LawRule.allCases))
  }

  private func quietly(_ body: () async -> LawReport) async -> LawReport {
    await withIssueReporters([]) { await body() }
  }
}
