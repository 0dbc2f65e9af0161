extension LawLab {
  /// S1, S2, D1 to D6, O1.
  func checkDemand() {
    runs("the subscriber requests unlimited") { run in
      run.subscribeAndPlay(requesting: everything)
      run.expect(.oneSubscription, run.observer.subscriptions == 1, "a subscription", "none")
      run.expectValues(.requestsFromCallbacksCount)
      run.expectEnd(.completionNeedsNoDemand)
    }
    runs("the subscriber requests nothing") { run in
      run.subscribeAndPlay()
      run.expect(.neverMoreThanRequested, run.observer.values.isEmpty, "no value", "\(run.observer.values)")
    }
    demand(
      "the subscriber requests one value and immediately two more", [.max(1), .max(2)], keeps: .demandAddsUp, limit: 3)
    demand(
      "the subscriber requests a huge number of values twice",
      specimen.kind == .endless ? [everything] : [.max(.max), .max(.max)], keeps: .demandAddsUp)
    runs("the subscriber requests one value at a time, outside its callbacks") { run in
      run.subscribe()
      if run.play == .loaded {
        run.playAll()
        for count in run.reference.values.indices {
          run.request(.max(1))
          run.expectValues(.demandAddsUp, limit: count + 1)
        }
      } else {
        for _ in 0..<run.total {
          run.request(.max(1))
          run.push()
        }
        for _ in 0..<max(0, run.reference.values.count - run.total) { run.request(.max(1)) }
        run.playAll(after: run.total)
        run.expectValues(.demandAddsUp)
      }
    }
    if specimen.kind != .endless { checkUnlimited() }
    checkDemandFromCallbacks()
  }

  /// Runs a subscriber that makes `requests` while it receives the subscription, and returns demand for values.
  private func demand(
    _ situation: String, _ requests: [Subscribers.Demand], keeps rule: LawRule, limit: Int? = nil,
    onValue: @escaping (LawObserver, Int) -> Subscribers.Demand = { _, _ in .none }
  ) {
    runs(situation) { run in
      run.observer.onValue = onValue
      run.subscribe(requesting: requests)
      run.playAll()
      run.expectValues(rule, limit: limit)
    }
  }

  private func checkUnlimited() {
    demand(
      "the subscriber requests unlimited and then one value", [.unlimited, .max(1)], keeps: .unlimitedStaysUnlimited)
    demand(
      "the subscriber requests one value and then unlimited", [.max(1), .unlimited], keeps: .unlimitedStaysUnlimited
    ) { _, _ in .max(1) }
    demand(
      "the subscriber requests one value and returns unlimited demand for it", [.max(1)], keeps: .returnedDemandCounts
    ) { $1 == 1 ? .unlimited : .none }
    runs("the subscriber requests one value and later unlimited, outside its callbacks") { run in
      run.subscribe(requesting: [.max(1)])
      run.play(1)
      run.request(.unlimited)
      let count = run.observer.values.count
      run.playAll(after: 1)
      run.expectValues(.demandAddsUp)
      run.expectMoreValues(.demandAddsUp, than: count, after: 1)
    }
  }

  private func checkDemandFromCallbacks() {
    let limit = specimen.kind == .endless ? 8 : Int.max
    demand(
      "the subscriber requests one value and returns a demand of one for each", [.max(1)], keeps: .returnedDemandCounts
    ) { $1 < limit ? .max(1) : .none }
    if specimen.kind != .endless { for border in 1...5 { checkDemandAtBorder(border) } }
    demand(
      "the subscriber requests one value, and another inside each delivery", [.max(1)],
      keeps: .requestsFromCallbacksCount
    ) {
      if $1 < limit { $0.request(.max(1)) }
      return .none
    }
    runs("the subscriber requests after subscribing, not while it receives the subscription") { run in
      run.subscribe()
      run.request(everything)
      run.playAll()
      run.expectValues(.demandAddsUp)
    }
  }

  /// Checks returned demand in special cases: when no demand is left, and when the upstream ends inside the delivery.
  private func checkDemandAtBorder(_ border: Int) {
    demand(
      "the subscriber requests \(border) values, and returns the same demand after every \(border) values",
      [.max(border)], keeps: .returnedDemandCounts
    ) { $1 % border == 0 ? .max(border) : .none }
    guard specimen.isOperator else { return }
    for case let end? in specimen.ends {
      let situation =
        "the subscriber returns a demand of one for each value; upstream completes during the last delivery"
      run(situation, total: border, end: end, play: .pushed) { run in
        var isLast = false
        run.observer.onValue = { _, _ in
          if isLast { run.feed?.finishWithin(end) }
          return .max(1)
        }
        run.subscribe(requesting: [.max(1)])
        for count in 1...border {
          isLast = count == border
          run.push()
        }
        run.finish(end)
        run.expectValues(.returnedDemandCounts)
      }
    }
  }
}
