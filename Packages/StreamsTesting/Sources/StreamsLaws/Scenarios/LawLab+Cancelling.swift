extension LawLab {
  /// C1 to C4, C7.
  func checkCancelling() {
    // The remaining values would arrive now.
    cancelling("the subscriber cancels after two values") { $0.playAll(after: $0.total - 2) }
    cancelling("the subscriber cancels twice") { $0.cancel() }
    cancelling("the subscriber requests more after cancelling") { run in
      run.request(.max(2))
      run.request(.max(2))
      count(.requestsAfterEndIgnored)
      run.playAll(after: run.total - 1)
    }
    runs("the subscriber cancels right after a value is sent") { run in
      run.subscribe(requesting: [everything])
      run.send()
      run.cancel()
      count(.nothingAfterCancel)
    }
    runs("the subscriber requests more and cancels after the completion") { run in
      run.subscribeAndPlay(requesting: everything)
      guard run.observer.completion != nil else { return }
      run.request(.max(1))
      run.request(.unlimited)
      run.cancel()
      count(.requestsAfterEndIgnored)
    }
    checkCancellingFromCallbacks()
  }

  /// Runs a subscriber that receives two values and cancels, and then `more`.
  private func cancelling(_ situation: String, _ more: (LawRun) -> Void) {
    runs(situation) { run in
      run.subscribe(requesting: [.max(2)])
      run.play(2)
      let hasEnded = run.observer.completion != nil
      run.cancel()
      count(.nothingAfterCancel)
      more(run)
      if !hasEnded { run.expectUpstreamCancelled(.cancelReachesUpstream) }
    }
  }

  private func checkCancellingFromCallbacks() {
    runs("the subscriber cancels while it receives the subscription") { run in
      run.observer.onSubscription = {
        $0.cancel()
        $0.request(.max(3))
      }
      run.subscribeAndPlay()
      count(.cancelFromCallbacks)
      run.expectUpstreamCancelled(.cancelReachesUpstream)
    }
    runs("the subscriber cancels while it receives the first value") { run in
      run.observer.onValue = { observer, _ in
        observer.cancel()
        return .max(1)
      }
      run.subscribeAndPlay(requesting: everything)
      if run.observer.values.count == 1, run.observer.completion == nil {
        run.expectUpstreamCancelled(.cancelReachesUpstream)
      }
      run.expect(.cancelFromCallbacks, run.observer.values.count <= 1, "one value", "\(run.observer.values)")
    }
    runs("the subscriber cancels while it receives the completion") { run in
      run.observer.onCompletion = { $0.cancel() }
      run.subscribeAndPlay(requesting: everything)
      count(.cancelFromCallbacks)
    }
  }
}
