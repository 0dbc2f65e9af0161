import Foundation

extension LawLab {
  /// M1 to M3.
  func checkMemory() {
    for values in [nil, 0, 2] {
      let what = values.map { "the subscriber cancels after \($0) values and" } ?? "the stream ends, and the subscriber"
      runs("\(what) keeps its subscription") { run in
        run.subscribe(requesting: values == 0 ? [] : [values.map { .max($0) } ?? everything])
        weak let subscriber = run.releaseSubscriber()
        if let values { run.play(values) } else { run.playAll() }
        let hasEnded = run.observer.completion != nil
        if values != nil { run.cancel() } else if !hasEnded { return }
        run.expect(
          hasEnded ? .releasedAfterCompletion : .releasedAfterCancel, subscriber == nil, "the subscriber is released",
          "it is still in memory")
        expectNothingLeft(run)
      }
    }
    if specimen.isOperator { checkMemoryOfSinks() }
    if specimen.plays == [.loaded] { checkMemoryWithoutObject() }
  }

  /// Custom upstreams may keep their subscribers. The closures of a sink must be released nevertheless.
  private func checkMemoryOfSinks() {
    runs("the subscriber is a sink, and upstream keeps it") { run in
      var kept: AnyObject? = NSObject()
      weak let closures = kept
      var hasEnded = false
      run.feed?.keepSubscribers()
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
      withExtendedLifetime(sink) {}
    }
  }

  /// What a subscription contains that is no object cannot be watched after a cancellation. Before, it has the subscriber.
  private func checkMemoryWithoutObject() {
    runs("everything is released without a cancellation, and the subscription is no object") { run in
      run.subscribe()
      guard run.observer.subscription.map({ type(of: $0) is AnyClass }) == false else { return }
      weak let subscriber = run.releaseSubscriber()
      run.instance = nil
      run.observer.releaseSubscription()
      run.expect(.noLeaks, subscriber == nil, "the subscriber is released", "it is still in memory")
    }
  }

  /// Releases everything that the run holds, and expects it to be deinitialised.
  private func expectNothingLeft(_ run: LawRun) {
    let feed = run.feed
    weak let root = run.instance?.root
    weak let subscription = run.observer.subscription as AnyObject?
    run.instance = nil
    run.observer.releaseSubscription()
    // A new publisher sends it, too, if all subscribers share it.
    let other = LawRun(self, run.situation, total: run.total, end: run.end, play: run.play, mode: .untraced)
    if subscription != nil { other.subscribe() }
    let isGone = subscription == nil || subscription === other.observer.subscription as AnyObject?
    other.cancel()
    run.expect(.noLeaks, isGone, "the subscription is released", "it is still in memory")
    run.expect(.noLeaks, root == nil, "the publisher and its upstream are released", "the upstream is still in memory")
    // Another rule covers upstreams that were neither ended nor cancelled.
    if let feed, feed.ledgers.allSatisfy({ $0.hasEnded || $0.cancels > 0 }) {
      run.expect(
        .noLeaks, feed.aliveLines == 0, "the upstream's subscription is released",
        "\(feed.aliveLines) are still in memory")
    }
  }
}
