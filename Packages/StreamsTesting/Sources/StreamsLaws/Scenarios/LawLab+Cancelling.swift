extension LawLab {
  /// C1 to C4, C7.
  func checkCancelling() {
    runs("the subscriber cancels after two values") { run in
      let hasEnded = startAndCancel(run)
      // The remaining values would arrive now.
      run.playAll(after: run.total - 2)
      if !hasEnded { run.expectUpstreamCancelled(.cancelReachesUpstream) }
    }
    runs("the subscriber cancels twice") { run in
      let hasEnded = startAndCancel(run)
      run.cancel()
      if !hasEnded { run.expectUpstreamCancelled(.cancelReachesUpstream) }
    }
    runs("the subscriber cancels right after a value is sent") { run in
      run.subscribe(requesting: everything)
      run.send()
      run.cancel()
      run.watch(.nothingAfterCancel)
    }
    runs("the subscriber requests more after cancelling") { run in
      _ = startAndCancel(run)
      run.request(.max(2))
      run.request(.max(2))
      run.watch(.requestsAfterEndIgnored)
      run.playAll(after: run.total - 1)
    }
    runs("the subscriber requests more and cancels after the completion") { run in
      run.subscribe(requesting: everything)
      run.playAll()
      guard run.observer.completion != nil else { return }
      run.request(.max(1))
      run.request(.unlimited)
      run.cancel()
      run.watch(.requestsAfterEndIgnored)
    }
    checkCancellingFromCallbacks()
  }

  /// Requests two values, sends two, and cancels. Returns whether the stream had ended before.
  private func startAndCancel(_ run: LawRun) -> Bool {
    run.subscribe(requesting: .max(2))
    run.play(2)
    let hasEnded = run.observer.completion != nil
    run.cancel()
    run.watch(.nothingAfterCancel)
    return hasEnded
  }

  private func checkCancellingFromCallbacks() {
    runs("the subscriber cancels while it receives the subscription") { run in
      run.observer.onSubscription = {
        $0.cancel()
        $0.request(.max(3))
      }
      run.subscribe()
      run.playAll()
      run.watch(.cancelFromCallbacks)
      run.expectUpstreamCancelled(.cancelReachesUpstream)
    }
    runs("the subscriber cancels while it receives the first value") { run in
      run.observer.onValue = { observer, _ in
        observer.cancel()
        return .max(1)
      }
      run.subscribe(requesting: everything)
      run.playAll()
      if run.observer.values.count == 1, run.observer.completion == nil {
        run.expectUpstreamCancelled(.cancelReachesUpstream)
      }
      run.expect(.cancelFromCallbacks, run.observer.values.count <= 1, "one value", "\(run.observer.values)")
    }
    runs("the subscriber cancels while it receives the completion") { run in
      run.observer.onCompletion = { $0.cancel() }
      run.subscribe(requesting: everything)
      run.playAll()
      run.watch(.cancelFromCallbacks)
    }
  }
}
