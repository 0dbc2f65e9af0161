extension LawLab {
  /// T1 to T4, C5, C6, S3.
  func checkEnds() {
    runs("the subscriber requests exactly as many values as there are") { run in
      let count = run.reference.values.count
      guard specimen.kind != .endless else { return }
      if count > 0 { run.observer.onSubscription = { $0.request(.max(count)) } }
      run.subscribeAndPlay()
      run.expectValues(.demandAddsUp)
      // An operator that drops the last values detects the end only after them.
      if specimen.delivers != .some, run.ledgers.allSatisfy(\.hasEnded) {
        run.expectEnd(.completionNeedsNoDemand)
      }
    }
    runs("the subscriber requests nothing, and there are no values", total: 0) { run in
      guard run.reference.values.isEmpty else { return }
      run.subscribeAndPlay()
      run.expectEnd(.completionNeedsNoDemand)
    }
    runs("the subscriber requests one value, and unlimited at the end") { run in
      guard specimen.kind != .endless else { return }
      run.subscribeAndPlay(requesting: .max(1))
      if run.observer.completion == nil { run.request(.unlimited) }
      if run.play == .loaded { run.expectValues(.demandAddsUp) }
      run.expectEnd(.sameEndForAnyDemand)
    }
    if specimen.delivers != .some { checkIndependence() }
    guard specimen.isOperator else { return }
    runs("the subscriber requests unlimited and does not cancel") { run in
      run.subscribeAndPlay(requesting: .unlimited)
      for ledger in run.ledgers {
        run.expect(
          .noCancelAfterUpstreamEnds, ledger.cancelsAfterEnd == 0, "an upstream that has ended is not cancelled",
          "it is cancelled")
      }
      if run.observer.completion != nil { run.expectUpstreamCancelled(.earlyEndCancelsUpstream) }
    }
  }

  private func checkIndependence() {
    runs("a second subscriber subscribes, and the first requests one value and cancels") { run in
      let second = LawObserver(run.trace, name: "second")
      second.onSubscription = { $0.request(self.everything) }
      run.observer.onValue = {
        if $1 == 1 { $0.cancel() }
        return .none
      }
      run.subscribe(requesting: [.max(1)])
      run.subscribe(second)
      run.cancel()
      run.playAll()
      let reference = run.reference
      run.expectValues(.independentSubscribers, by: second)
      run.expect(
        .independentSubscribers, second.completion == reference.completion,
        "the second receives \(reference.completion ?? "no completion")", second.completion ?? "no completion")
    }
  }
}
