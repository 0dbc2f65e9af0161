import Foundation

extension LawLab {
  /// M1 to M3.
  func checkMemory() {
    runs("the stream ends, and the subscriber keeps its subscription") { run in
      run.subscribe(requesting: [everything])
      weak let subscriber = run.releaseSubscriber()
      run.playAll()
      guard run.observer.completion != nil else { return }
      run.expect(.releasedAfterCompletion, subscriber == nil, "the subscriber is released", "it is still in memory")
      expectNothingLeft(run)
    }
    for values in [0, 2] { checkMemoryAfterCancelling(values) }
    if specimen.isOperator { checkMemoryOfSinks() }
  }

  private func checkMemoryAfterCancelling(_ values: Int) {
    runs("the subscriber cancels after \(values) values and keeps its subscription") { run in
      run.subscribe(requesting: values > 0 ? [.max(values)] : [])
      weak let subscriber = run.releaseSubscriber()
      run.play(values)
      let hasEnded = run.observer.completion != nil
      run.cancel()
      if !hasEnded {
        run.expect(.releasedAfterCancel, subscriber == nil, "the subscriber is released", "it is still in memory")
      }
      expectNothingLeft(run)
    }
  }

  /// Custom upstreams may keep their subscribers. The closures of a sink must be released nevertheless.
  private func checkMemoryOfSinks() {
    runs("the subscriber is a sink, and upstream keeps it") { run in
      var kept: AnyObject? = NSObject()
      weak let closures = kept
      let feed = run.feed
      var hasEnded = false
      feed?.keepSubscribers()
      run.trace.note("-> sink")
      let sink = run.instance?.sink(kept!) { hasEnded = true }
      kept = nil
      run.settle()
      run.playAll()
      if !hasEnded { sink?.cancel() }
      run.settle()
      run.expect(
        hasEnded ? .releasedAfterCompletion : .releasedAfterCancel, closures == nil, "the sink's closures are released",
        "they are still in memory")
      withExtendedLifetime((feed, sink)) {}
    }
  }

  /// Releases everything that the run holds, and expects it to be deinitialised.
  private func expectNothingLeft(_ run: LawRun) {
    let feed = run.feed
    weak let root = run.instance?.root
    weak let subscription = run.observer.subscription as AnyObject?
    run.instance = nil
    run.observer.releaseSubscription()
    run.expect(
      .noLeaks, subscription == nil || subscription === Subscriptions.empty as AnyObject,
      "the subscription is released", "it is still in memory")
    run.expect(.noLeaks, root == nil, "the publisher and its upstream are released", "the upstream is still in memory")
    // Another rule covers upstreams that were neither ended nor cancelled.
    if let feed, feed.ledgers.allSatisfy({ $0.hasEnded || $0.cancels > 0 }) {
      run.expect(
        .noLeaks, feed.aliveLines == 0, "the upstream's subscription is released",
        "\(feed.aliveLines) are still in memory")
    }
  }
}
