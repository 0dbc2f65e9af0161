extension LawLab {
  /// F1 to F3: upstreams that break the rules.
  func checkMisbehaviour() {
    guard specimen.isOperator else { return }
    if !specimen.forwardsSubscription {
      checkSecondSubscription()
      checkLateEvents()
    }
    checkExcess()
  }

  private func checkSecondSubscription() {
    run("upstream sends a second subscription", play: .pushed) { run in
      run.subscribe(requesting: [.unlimited])
      guard let feed = run.feed, let subscriber = feed.openLines.first?.subscriber else { return }
      // The operator may subscribe again while time passes, so the last line may be another one.
      let index = feed.ledgers.count
      feed.attach(subscriber, as: "a second subscription")
      run.settle()
      let second = feed.ledgers[index]
      let (cancels, requests) = (second.cancels, second.requests.count)
      let isPassedOn = !run.observer.breaches.isEmpty
      if isPassedOn { run.ignoresBreaches = true }
      run.expect(.secondSubscriptionRejected, !isPassedOn, "it is not forwarded", "it is forwarded")
      run.expect(.secondSubscriptionRejected, cancels == 1, "it is cancelled once", "\(cancels) times")
      run.expect(
        .secondSubscriptionRejected, requests == 0, "nothing is requested from it", "\(requests) requests")
      // The first subscription continues.
      run.playAll()
      run.expectValues(.secondSubscriptionRejected)
    }
  }

  private func checkLateEvents() {
    run("upstream continues after its completion", play: .pushed) { run in
      run.subscribe(requesting: [.unlimited])
      guard let subscriber = run.feed?.openLines.first?.subscriber else { return }
      run.playAll()
      let values = run.observer.values
      let completion = run.observer.completion
      let breaches = run.observer.breaches.count
      run.trace.note("   upstream sends 8, completes twice more and sends 9")
      _ = subscriber.receive(8)
      subscriber.receive(completion: .finished)
      subscriber.receive(completion: specimen.canFail ? .failure(LawError()) : .finished)
      _ = subscriber.receive(9)
      run.settle()
      guard completion != nil else { return }
      let isSame = run.observer.values == values && run.observer.breaches.count == breaches
      // The observer records late events as a breach of T1 or T2, but here the upstream caused them.
      if !isSame { run.ignoresBreaches = true }
      run.expect(
        .eventsAfterEndIgnored, isSame, "none of these events arrives",
        "more after \(completion ?? ""): \(run.observer.values.dropFirst(values.count))")
    }
  }

  private func checkExcess() {
    for end in specimen.ends {
      run("upstream sends three values that were not requested", end: end, play: .pushed) { run in
        run.subscribe()
        guard let subscriber = run.feed?.openLines.first?.subscriber else { return }
        for value in 1...3 { _ = subscriber.receive(value) }
        run.settle()
        run.request(.unlimited)
        if let end = run.end { run.finish(end) }
        let rules = run.observer.breaches.map(\.rule).filter { $0 != .neverMoreThanRequested }
        run.ignoresBreaches = true
        run.expect(.excessValuesTolerated, rules.isEmpty, "the other rules hold", "\(rules)")
        if run.end != nil, run.reference.completion != nil {
          run.expect(.excessValuesTolerated, run.observer.completion != nil, "a completion", "none")
        }
        run.cancel()
      }
    }
  }
}
