extension LawLab {
  /// S1, S2, D1 to D6, O1.
  func checkDemand() {
    runs("the subscriber requests unlimited") { run in
      run.observer.onSubscription = { $0.request(self.everything) }
      run.subscribe()
      run.playAll()
      run.expect(.oneSubscription, run.observer.subscriptions == 1, "a subscription", "none")
      run.expectValues(.requestsFromCallbacksCount, of: reference(for: run))
      run.expectEnd(.completionNeedsNoDemand, of: reference(for: run))
    }
    runs("the subscriber requests nothing") { run in
      run.subscribe()
      run.playAll()
      run.expect(.neverMoreThanRequested, run.observer.values.isEmpty, "no value", "\(run.observer.values)")
    }
    runs("the subscriber requests one value and immediately two more") { run in
      run.observer.onSubscription = {
        $0.request(.max(1))
        $0.request(.max(2))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run), limit: 3)
    }
    runs("the subscriber requests a huge number of values twice") { run in
      run.observer.onSubscription = {
        if self.specimen.kind == .endless { return $0.request(self.everything) }
        $0.request(.max(.max))
        $0.request(.max(.max))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run))
    }
    runs("the subscriber requests one value at a time, outside its callbacks") { run in
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
    runs("the subscriber requests unlimited and then one value") { run in
      run.observer.onSubscription = {
        $0.request(.unlimited)
        $0.request(.max(1))
      }
      run.subscribe()
      run.playAll()
      run.expectValues(.unlimitedStaysUnlimited, of: reference(for: run))
    }
    runs("the subscriber requests one value and then unlimited") { run in
      run.observer.onSubscription = {
        $0.request(.max(1))
        $0.request(.unlimited)
      }
      run.observer.onValue = { _, _ in .max(1) }
      run.subscribe()
      run.playAll()
      run.expectValues(.unlimitedStaysUnlimited, of: reference(for: run))
    }
    runs("the subscriber requests one value and returns unlimited demand for it") { run in
      run.observer.onSubscription = { $0.request(.max(1)) }
      run.observer.onValue = { _, count in count == 1 ? .unlimited : .none }
      run.subscribe()
      run.playAll()
      run.expectValues(.returnedDemandCounts, of: reference(for: run))
    }
    runs("the subscriber requests one value and later unlimited, outside its callbacks") { run in
      run.observer.onSubscription = { $0.request(.max(1)) }
      run.subscribe()
      if run.play == .pushed { run.push() }
      run.request(.unlimited)
      if run.play == .pushed {
        for _ in 1..<run.total { run.push() }
        if let end = run.end { run.finish(end) }
      }
      run.expectValues(.demandAddsUp, of: reference(for: run))
    }
  }

  private func checkDemandFromCallbacks() {
    runs("the subscriber requests one value and returns a demand of one for each") { run in
      run.observer.onSubscription = { $0.request(.max(1)) }
      let limit = specimen.kind == .endless ? 8 : Int.max
      run.observer.onValue = { $1 < limit ? .max(1) : .none }
      run.subscribe()
      run.playAll()
      run.expectValues(.returnedDemandCounts, of: reference(for: run))
    }
    if specimen.kind != .endless { for border in 1...5 { checkDemandAtBorder(border) } }
    runs("the subscriber requests one value, and another inside each delivery") { run in
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
    runs("the subscriber requests after subscribing, not while it receives the subscription") { run in
      run.subscribe()
      run.request(everything)
      run.playAll()
      run.expectValues(.demandAddsUp, of: reference(for: run))
    }
  }

  /// Demand that is returned as one thing gives way to another: where it has asked for nothing more, and where upstream
  /// ends from within the delivery.
  private func checkDemandAtBorder(_ border: Int) {
    runs("the subscriber requests \(border) values, and returns the same demand after every \(border) values") { run in
      run.observer.onSubscription = { $0.request(.max(border)) }
      run.observer.onValue = { $1 % border == 0 ? .max(border) : .none }
      run.subscribe()
      run.playAll()
      run.expectValues(.returnedDemandCounts, of: reference(for: run))
    }
    guard specimen.isOperator else { return }
    for end in specimen.ends {
      guard let end else { continue }
      let situation =
        "the subscriber returns a demand of one for each value; upstream completes during the last delivery"
      run(situation, total: border, end: end, play: .pushed) { run in
        run.observer.onSubscription = { $0.request(.max(1)) }
        var isLast = false
        run.observer.onValue = { _, _ in
          if isLast { run.finishWithin(end) }
          return .max(1)
        }
        run.subscribe()
        for count in 1...border {
          isLast = count == border
          run.push()
        }
        run.finish(end)
        run.expectValues(.returnedDemandCounts, of: reference(total: border, end: end, play: .pushed))
      }
    }
  }
}
