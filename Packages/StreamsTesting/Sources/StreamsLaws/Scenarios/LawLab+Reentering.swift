extension LawLab {
  /// R1, R2.
  func checkReentering() {
    for moment in ["the subscription", "the first value", "the completion"] {
      runs("the subscriber subscribes again while it receives \(moment)") { run in
        let second = LawObserver(run.trace, name: "second")
        second.onSubscription = { $0.request(self.everything) }
        var hasSubscribed = false
        let again = {
          if hasSubscribed { return }
          hasSubscribed = true
          run.subscribe(second)
        }
        run.observer.onSubscription = {
          if moment == "the subscription" { again() }
          $0.request(self.everything)
        }
        run.observer.onValue = {
          if $1 == 1, moment == "the first value" { again() }
          return .none
        }
        run.observer.onCompletion = { _ in if moment == "the completion" { again() } }
        run.subscribeAndPlay()
        run.expectValues(.subscribeFromCallbacks)
        if hasSubscribed {
          run.expect(
            .subscribeFromCallbacks, second.subscriptions == 1, "a subscription for the second", "none")
          if specimen.delivers == .all, specimen.kind != .subject {
            run.expectValues(.subscribeFromCallbacks, by: second)
          }
        }
      }
    }
    if specimen.kind == .subject {
      runs("the subscriber sends while it receives the first value") { run in
        run.observer.onValue = { _, count in
          if count == 1 { run.push() }
          return .none
        }
        run.subscribeAndPlay(requesting: .unlimited)
        let values = run.observer.values
        let count = run.reference.values.count + 1
        run.expect(.sendFromCallbacks, values.count == count, "\(count) values", "\(values)")
        run.expect(.sendFromCallbacks, Set(values).count == count, "each once", "\(values)")
      }
    }
  }
}
