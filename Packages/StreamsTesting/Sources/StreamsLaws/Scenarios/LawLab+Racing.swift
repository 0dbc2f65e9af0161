@_spi(TestKit) import Schedulers

extension LawLab {
  func checkRacing() {
    for _ in 0..<effort.rounds {
      if specimen.kind != .subject { raceRequests() }
      raceCancelling()
      if specimen.isOperator || specimen.kind == .subject { raceTheEnd() }
      if specimen.isOperator { raceInputs() }
      raceSubscribing()
    }
  }

  /// Creates a run for several threads, whose subscriber requests `demand`, and passes its subscription to `body`.
  ///
  /// A publisher may subscribe upstream only when its scheduler runs. Before, it has no race, and the report says so.
  private func race(
    _ situation: String, total: Int = 30, end: LawEnd? = nil, play: LawPlay? = nil,
    requesting demand: Subscribers.Demand? = nil, _ body: (_ run: LawRun, _ subscription: any Subscription) -> Void
  ) {
    run(situation, total: total, end: end, play: play ?? usualPlay, mode: .racing) { run in
      run.subscribe(requesting: demand.map { [$0] } ?? [])
      for _ in 0..<5 where run.observer.subscription == nil { run.settle() }
      guard let subscription = run.observer.subscription else { return leaveOut(situation) }
      body(run, subscription)
    }
  }

  private var usualPlay: LawPlay { specimen.plays.contains(.pushed) ? .pushed : .loaded }

  private func raceRequests() {
    let situation = "four threads request 25 values each, one at a time; upstream has 60 values"
    race(situation, total: 60, end: .finished, play: .loaded) { run, subscription in
      defer { subscription.cancel() }
      run.race((0..<4).map { _ in { for _ in 0..<25 { subscription.request(.max(1)) } } })
      let values = run.observer.values
      run.expect(.neverMoreThanRequested, values.count <= 100, "at most 100 values", "\(values.count)")
      if specimen.kind != .endless { run.expectValues(.demandAddsUp, limit: 100) }
    }
  }

  private func raceCancelling() {
    race("one thread sends, one requests, one cancels") { run, subscription in
      weak let subscriber = run.releaseSubscriber()
      run.race([
        { for _ in 0..<30 { run.send() } },
        { for _ in 0..<10 { subscription.request(.max(2)) } },
        {
          subscription.request(.max(3))
          subscription.cancel()
        },
      ])
      let hadEnded = run.observer.completion != nil
      let arrivals = run.observer.arrivals
      run.send()
      run.complete(.finished)
      run.race([])
      let more = run.observer.arrivals - arrivals
      run.expect(.nothingAfterCancel, more == 0, "nothing after all threads have finished", "\(more) more")
      if !hadEnded { run.expectUpstreamCancelled(.cancelReachesUpstream) }
      guard effort.forms.contains(.leaks) else { return }
      run.expect(.releasedAfterCancel, subscriber == nil, "the subscriber is released", "it is still in memory")
    }
  }

  private func raceTheEnd() {
    let initial: Subscribers.Demand? = specimen.kind == .subject ? .unlimited : nil
    let situation = "one thread sends 30 values and completes, two request"
    race(situation, end: .finished, play: .pushed, requesting: initial) { run, subscription in
      weak let subscriber = run.releaseSubscriber()
      let ask = { for _ in 0..<10 { subscription.request(.max(1)) } }
      run.race([
        {
          for _ in 0..<30 { run.send() }
          run.complete(.finished)
        }, ask, ask,
      ])
      if run.observer.completion == nil { subscription.request(.unlimited) }
      run.race([])
      let reference = run.reference
      // With a scheduler, grouping depends on when it runs.
      if specimen.delivers == .all, run.instance?.advance == nil {
        run.expectValues(like: reference) { $0 }
      }
      run.expectEnd(like: reference)
      guard effort.forms.contains(.leaks), run.observer.completion != nil else { return }
      run.expect(.releasedAfterCompletion, subscriber == nil, "the subscriber is released", "it is still in memory")
    }
  }

  /// For operators that subscribe to the upstream several times.
  private func raceInputs() {
    let situation = "each upstream sends 30 values and completes, on a thread of its own"
    race(situation, end: .finished, play: .pushed, requesting: .unlimited) { run, subscription in
      // A publisher may subscribe to its upstreams only when its scheduler runs.
      guard let feed = run.feed else { return }
      for _ in 0..<5 where feed.openLines.count < 2 { run.settle() }
      let lines = feed.openLines
      guard lines.count > 1 else { return subscription.cancel() }
      feed.load(30, .finished)
      run.race(lines.map { line in { line.drain() } })
      guard specimen.delivers != .some else { return }
      let reference = reference(total: 30, end: .finished, play: .loaded)
      run.expectValues(like: reference) { $0.sorted() }
      run.expectEnd(like: reference)
    }
  }

  private func raceSubscribing() {
    let situation = "three threads subscribe and cancel while one sends"
    run(situation, total: 20, end: nil, play: usualPlay, mode: .racing) { run in
      guard let instance = run.instance else { return }
      let observers = (0..<9).map { _ in LawObserver(run.trace, isRacing: true) }
      // Each is passed from the thread on which it arrives to the one that cancels it.
      let subscriptions = observers.map { observer in
        let arrived = Locked<(any Subscription)?>(nil)
        observer.onSubscription = { observer in
          arrived.withLock { $0 = observer.subscription }
          observer.request(.max(5))
        }
        return arrived
      }
      run.race(
        (0..<3).map { thread in
          {
            for index in thread * 3..<thread * 3 + 3 {
              _ = instance.subscribe(observers[index])
              subscriptions[index].withLock { $0 }?.cancel()
            }
          }
        } + [{ for _ in 0..<20 { run.send() } }])
      for observer in observers {
        run.expectNoBreach(by: observer)
        let count = observer.values.count
        run.expect(.oneSubscription, observer.subscriptions == 1, "a subscription", "none")
        run.expect(.neverMoreThanRequested, count <= 5, "at most 5 values", "\(count)")
      }
    }
  }
}

extension LawRun {
  /// Runs the bodies concurrently, and the scheduler with them, if there is one.
  fileprivate func race(_ bodies: [() -> Void]) {
    guard let advance = instance?.advance else { return Races.concurrently(bodies) }
    Races.concurrently(bodies + [{ for _ in 0..<5 { advance() } }])
    advance()
    advance()
  }

  /// Expects the values of the reference, compared after `arrange`.
  fileprivate func expectValues(like reference: LawObserver, arrange: ([String]) -> [String]) {
    let isSame = arrange(observer.values) == arrange(reference.values)
    expect(.everyValueOnceInOrder, isSame, "the values of a single thread", "\(observer.values)")
  }
}
