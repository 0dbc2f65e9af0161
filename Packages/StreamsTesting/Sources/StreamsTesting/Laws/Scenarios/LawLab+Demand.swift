extension LawLab {
  /// S1, S2, D1 to D6, O1.
  func checkDemand() {
    runs("it asks for everything at once") { run in
      run.observer.onSubscription = { $0.request(self.everything) }
      run.subscribe()
      run.playAll()
      run.expect(.oneSubscription, run.observer.subscriptions == 1, "a subscription", "none")
      run.expectValues(.requestsFromCallbacksCount, of: reference(for: run))
      run.expectEnd(.completionNeedsNoDemand, of: reference(for: run))
    }
    runs("it asks for nothing") { run in
      run.subscribe()
      run.playAll()
      run.expect(.neverMoreThanRequested, run.observer.values.isEmpty, "no value", "\(run.observer.values)")
    }
    runs("it asks for one value and then for two, at once") { run in
      run.observer.onSubscription = {
        $0.request(.max(1))
        $0.request(.max(2))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run), limit: 3)
    }
    runs("it asks for a huge number of values twice") { run in
      run.observer.onSubscription = {
        if self.specimen.kind == .endless { return $0.request(self.everything) }
        $0.request(.max(.max))
        $0.request(.max(.max))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run))
    }
    runs("it asks for one value after the other, from outside") { run in
      run.subscribe()
      let reference = reference(for: run)
      if run.play == .loaded {
        run.playAll()
        for count in 0..<reference.values.count {
          run.request(.max(1))
          run.expectValues(.demandAddsUp, of: reference, limit: count + 1)
        }
      } else {
        for _ in 0..<run.total {
          run.request(.max(1))
          run.push()
        }
        for _ in 0..<max(0, reference.values.count - run.total) { run.request(.max(1)) }
        if let end = run.end { run.finish(end) }
        run.expectValues(.demandAddsUp, of: reference)
      }
    }
    if specimen.kind != .endless { checkUnlimited() }
    checkDemandFromCallbacks()
  }

  private func checkUnlimited() {
    runs("it asks for one value after it has asked for everything") { run in
      run.observer.onSubscription = {
        $0.request(.unlimited)
        $0.request(.max(1))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.unlimitedIsForGood, of: reference(for: run))
    }
    runs("it asks for everything after it has asked for one value") { run in
      run.observer.onSubscription = {
        $0.request(.max(1))
        $0.request(.unlimited)
      }
      run.observer.onValue = { _, _ in .max(1) }
      run.subscribe()
      run.playAll()
      run.expectValues(.unlimitedIsForGood, of: reference(for: run))
    }
  }

  private func checkDemandFromCallbacks() {
    runs("it asks for one value, and returns a demand for one with each") { run in
      run.observer.onSubscription = { $0.request(.max(1)) }
      let limit = specimen.kind == .endless ? 8 : Int.max
      run.observer.onValue = { $1 < limit ? .max(1) : .none }
      run.subscribe()
      run.playAll()
      run.expectValues(.returnedDemandCounts, of: reference(for: run))
    }
    runs("it asks for one value, and for another from within each") { run in
      run.observer.onSubscription = { $0.request(.max(1)) }
      let limit = specimen.kind == .endless ? 8 : Int.max
      run.observer.onValue = {
        if $1 < limit { $0.request(.max(1)) }
        return .none
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.requestsFromCallbacksCount, of: reference(for: run))
    }
    runs("it asks after it has subscribed, not from within the callback") { run in
      run.subscribe()
      run.request(everything)
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run))
    }
  }
}
