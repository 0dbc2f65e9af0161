extension LawLab {
  /// The rules with several threads at once.
  func checkRacing() {
    for _ in 0..<effort.rounds {
      if specimen.kind != .subject { raceRequests() }
      raceCancelling()
      if specimen.isOperator || specimen.kind == .subject { raceTheEnd() }
      if specimen.isOperator { raceInputs() }
      raceSubscribing()
    }
  }

  /// Creates a run for several threads, without a trace.
  private func race(
    _ situation: String, total: Int = 30, end: LawEnd? = nil, play: LawPlay? = nil,
    _ body: (_ run: LawRun, _ instance: LawInstance) -> Void
  ) {
    begin(situation)
    let play = play ?? (specimen.plays.contains(.pushed) ? .pushed : .loaded)
    let run = LawRun(self, situation, total: total, end: end, play: play, traced: false)
    if let instance = run.instance { body(run, instance) }
  }

  /// Returns the subscription of the racer. A publisher may subscribe to its upstream only when its scheduler runs.
  /// Without a subscription no race is possible, and the report says so.
  private func subscription(of racer: LawRacer, _ run: LawRun) -> (any Subscription)? {
    for _ in 0..<5 where racer.subscription == nil { run.settle() }
    if racer.subscription == nil { leaveOut(run.situation) }
    return racer.subscription
  }

  private func raceRequests() {
    let total = 60
    let situation = "four threads request 25 values each, one at a time; upstream has \(total) values"
    race(situation, total: total, end: .finished, play: .loaded) { run, instance in
      let racer = LawRacer()
      let subscriber = instance.subscribe(racer)
      guard let subscription = subscription(of: racer, run) else { return }
      defer { subscription.cancel() }
      run.race((0..<4).map { _ in { for _ in 0..<25 { subscription.request(.max(1)) } } })
      run.conclude(racer)
      run.expect(.neverMoreThanRequested, racer.values.count <= 100, "at most 100 values", "\(racer.values.count)")
      guard specimen.delivers != .some, specimen.kind != .endless else { return }
      let reference = run.reference
      if specimen.failuresSkipBuffer, reference.isFailure { return }
      let count = min(100, reference.values.count)
      run.expect(.demandAddsUp, racer.values.count >= count, "\(count) values", "\(racer.values.count)")
      let isSame = specimen.delivers == .allInAnyOrder || racer.values == Array(reference.values.prefix(count))
      run.expect(
        .everyValueOnceInOrder, isSame && racer.values.count == count, "the values of a single thread",
        "\(racer.values)")
      withExtendedLifetime(subscriber) {}
    }
  }

  private func raceCancelling() {
    race("one thread sends, one requests, one cancels") { run, instance in
      let racer = LawRacer()
      weak let subscriber = instance.subscribe(racer)
      guard let subscription = subscription(of: racer, run) else { return }
      run.race([
        { for _ in 0..<30 { instance.push?() } },
        { for _ in 0..<10 { subscription.request(.max(2)) } },
        {
          subscription.request(.max(3))
          subscription.cancel()
        },
      ])
      let hadEnded = racer.completion != nil
      let arrivals = racer.arrivals
      instance.push?()
      instance.end?(.finished)
      run.race([])
      run.conclude(racer)
      run.expect(
        .nothingAfterCancel, racer.arrivals == arrivals, "nothing after all threads have finished",
        "\(racer.arrivals - arrivals) more")
      if !hadEnded { run.expectUpstreamCancelled(.cancelReachesUpstream) }
      guard effort.forms.contains(.leaks) else { return }
      run.expect(.releasedAfterCancel, subscriber == nil, "the subscriber is released", "it is still in memory")
    }
  }

  private func raceTheEnd() {
    race("one thread sends 30 values and completes, two request", play: .pushed) { run, instance in
      let racer = LawRacer(specimen.kind == .subject ? .unlimited : .none)
      weak let subscriber = instance.subscribe(racer)
      guard let subscription = subscription(of: racer, run) else { return }
      let ask = { for _ in 0..<10 { subscription.request(.max(1)) } }
      run.race([
        {
          for _ in 0..<30 { instance.push?() }
          instance.end?(.finished)
        }, ask, ask,
      ])
      if racer.completion == nil { subscription.request(.unlimited) }
      run.race([])
      run.conclude(racer)
      let reference = reference(total: 30, end: .finished, play: .pushed)
      // With a scheduler, grouping depends on when it runs.
      if specimen.delivers == .all, instance.advance == nil {
        run.expect(
          .everyValueOnceInOrder, racer.values == reference.values, "the values of a single thread", "\(racer.values)")
      }
      run.expectEnd(of: racer, like: reference)
      guard effort.forms.contains(.leaks), racer.completion != nil else { return }
      run.expect(.releasedAfterCompletion, subscriber == nil, "the subscriber is released", "it is still in memory")
    }
  }

  /// For operators that subscribe to the upstream several times.
  private func raceInputs() {
    race("each upstream sends 30 values and completes, on a thread of its own", play: .pushed) { run, instance in
      let racer = LawRacer(.unlimited)
      let subscriber = instance.subscribe(racer)
      guard let feed = instance.feed, let subscription = subscription(of: racer, run) else { return }
      // A publisher may subscribe to its upstreams only when its scheduler runs.
      for _ in 0..<5 where feed.openLines.count < 2 { run.settle() }
      let lines = feed.openLines
      guard lines.count > 1 else { return subscription.cancel() }
      feed.load(30, .finished)
      run.race(lines.map { line in { line.drain() } })
      withExtendedLifetime(subscriber) {}
      run.conclude(racer)
      guard specimen.delivers != .some else { return }
      let reference = reference(total: 30, end: .finished, play: .loaded)
      run.expect(
        .everyValueOnceInOrder, racer.values.sorted() == reference.values.sorted(), "the values of a single thread",
        "\(racer.values)")
      run.expectEnd(of: racer, like: reference)
    }
  }

  private func raceSubscribing() {
    race("three threads subscribe and cancel while one sends", total: 20) { run, instance in
      let racers = (0..<9).map { _ in LawRacer(.max(5)) }
      run.race(
        (0..<3).map { thread in
          {
            for racer in racers[thread * 3..<thread * 3 + 3] {
              _ = instance.subscribe(racer)
              racer.subscription?.cancel()
            }
          }
        } + [{ for _ in 0..<20 { instance.push?() } }])
      for racer in racers {
        run.conclude(racer)
        run.expect(.oneSubscription, racer.subscriptions == 1, "a subscription", "none")
        run.expect(.neverMoreThanRequested, racer.values.count <= 5, "at most 5 values", "\(racer.values.count)")
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

  /// Checks the rules that hold for every subscriber.
  fileprivate func conclude(_ racer: LawRacer) {
    for rule in LawObserver.watched + [.callsReturn] where rule != .neverMoreThanRequested { watch(rule) }
    guard let breach = racer.breach else { return }
    expect(breach.rule, false, "the rule holds with several threads, too", breach.actual)
  }

  fileprivate func expectEnd(of racer: LawRacer, like reference: LawReference) {
    expect(
      .sameEndForAnyDemand, racer.completion == reference.completion, reference.completion ?? "no completion",
      racer.completion ?? "no completion")
  }
}
