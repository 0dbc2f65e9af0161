/// One publisher, and threads.
private struct Race {
  let lab: LawLab
  let situation: String
  let instance: LawInstance
  let total: Int

  init(_ lab: LawLab, _ situation: String, total: Int, end: LawEnd?, play: LawPlay) {
    self.lab = lab
    self.situation = situation
    self.total = total
    lab.begin(situation)
    let isLoaded = play == .loaded
    instance = lab.specimen.make(LawTrace(isOn: false), isLoaded ? total : 0, isLoaded ? end : nil)
  }

  /// What the racer has been given; a publisher may subscribe to its upstream only when its scheduler runs. Without it
  /// there is nothing to race with, and the report says so.
  func subscription(of racer: LawRacer) -> (any Subscription)? {
    for _ in 0..<5 where racer.subscription == nil { instance.advance?() }
    if racer.subscription == nil { lab.leaveOut(situation) }
    return racer.subscription
  }

  /// Runs the bodies concurrently, and the scheduler with them, if there is one.
  func run(_ bodies: [() -> Void]) {
    guard let advance = instance.advance else { return Races.concurrently(bodies) }
    Races.concurrently(bodies + [{ for _ in 0..<5 { advance() } }])
    advance()
    advance()
  }

  func expect(
    _ rule: LawRule, _ holds: Bool, _ expected: @autoclosure () -> String, _ actual: @autoclosure () -> String
  ) -> Bool {
    lab.count(rule)
    if !holds { lab.report(rule, situation, expected(), actual()) }
    return holds
  }

  /// What holds for every subscriber; whether it did.
  func concludes(_ racer: LawRacer) -> Bool {
    for rule in LawObserver.watched where rule != .neverMoreThanRequested { lab.count(rule) }
    lab.count(.callsReturn)
    guard let breach = racer.breach else { return true }
    lab.report(breach.rule, situation, "the rule holds with several threads, too", breach.actual)
    return false
  }
}

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

  private func raceRequests() {
    let total = 60
    let race = Race(
      self, "four threads request 25 values each, one at a time; upstream has \(total) values", total: total,
      end: .finished, play: .loaded)
    let racer = LawRacer()
    let subscriber = race.instance.subscribe(racer)
    guard let subscription = race.subscription(of: racer) else { return }
    race.run((0..<4).map { _ in { for _ in 0..<25 { subscription.request(.max(1)) } } })
    guard race.concludes(racer),
      race.expect(
        .neverMoreThanRequested, racer.values.count <= 100, "at most 100 values", "\(racer.values.count)")
    else { return subscription.cancel() }
    if specimen.delivers != .some, specimen.kind != .endless {
      let reference = reference(total: total, end: .finished, play: .loaded)
      if specimen.failuresSkipBuffer, reference.isFailure { return subscription.cancel() }
      let count = min(100, reference.values.count)
      guard race.expect(.demandAddsUp, racer.values.count >= count, "\(count) values", "\(racer.values.count)")
      else { return subscription.cancel() }
      let isSame = specimen.delivers == .allInAnyOrder || racer.values == Array(reference.values.prefix(count))
      _ = race.expect(
        .everyValueOnceInOrder, isSame && racer.values.count == count, "the values of a single thread",
        "\(racer.values)")
    }
    subscription.cancel()
    withExtendedLifetime(subscriber) {}
  }

  private func raceCancelling() {
    let race = Race(
      self, "one thread sends, one requests, one cancels", total: 30, end: nil,
      play: specimen.plays.contains(.pushed) ? .pushed : .loaded)
    let racer = LawRacer()
    weak let subscriber = race.instance.subscribe(racer)
    guard let subscription = race.subscription(of: racer) else { return }
    let push = race.instance.push
    race.run([
      { for _ in 0..<30 { push?() } },
      { for _ in 0..<10 { subscription.request(.max(2)) } },
      {
        subscription.request(.max(3))
        subscription.cancel()
      },
    ])
    let hadEnded = racer.completion != nil
    let arrivals = racer.arrivals
    push?()
    race.instance.end?(.finished)
    race.run([])
    guard race.concludes(racer) else { return }
    _ = race.expect(
      .nothingAfterCancel, racer.arrivals == arrivals, "nothing after all threads have finished",
      "\(racer.arrivals - arrivals) more")
    for ledger in race.instance.feed?.ledgers ?? [] where !ledger.hasEnded && !hadEnded {
      _ = race.expect(.cancelReachesUpstream, ledger.cancels > 0, "upstream is cancelled", "it is not")
      _ = race.expect(
        .secondCancelIgnored, ledger.cancels <= 1, "upstream is cancelled once", "\(ledger.cancels) times")
    }
    guard effort.forms.contains(.leaks) else { return }
    _ = race.expect(.releasedAfterCancel, subscriber == nil, "the subscriber is released", "it is still in memory")
  }

  private func raceTheEnd() {
    let isSubject = specimen.kind == .subject
    let race = Race(self, "one thread sends 30 values and completes, two request", total: 30, end: nil, play: .pushed)
    let racer = LawRacer(isSubject ? .unlimited : .none)
    weak let subscriber = race.instance.subscribe(racer)
    guard let subscription = race.subscription(of: racer) else { return }
    let instance = race.instance
    let ask = { for _ in 0..<10 { subscription.request(.max(1)) } }
    race.run([
      {
        for _ in 0..<30 { instance.push?() }
        instance.end?(.finished)
      }, ask, ask,
    ])
    if racer.completion == nil { subscription.request(.unlimited) }
    race.run([])
    guard race.concludes(racer) else { return }
    let reference = reference(total: 30, end: .finished, play: .pushed)
    // What a scheduler delivers together depends on when it runs.
    if specimen.delivers == .all, instance.advance == nil {
      _ = race.expect(
        .everyValueOnceInOrder, racer.values == reference.values, "the values of a single thread", "\(racer.values)")
    }
    _ = race.expect(
      .sameEndForAnyDemand, racer.completion == reference.completion, reference.completion ?? "no completion",
      racer.completion ?? "no completion")
    guard effort.forms.contains(.leaks), racer.completion != nil else { return }
    _ = race.expect(.releasedAfterCompletion, subscriber == nil, "the subscriber is released", "it is still in memory")
  }

  /// For operators that have subscribed to upstream several times.
  private func raceInputs() {
    let race = Race(
      self, "each upstream sends 30 values and completes, on a thread of its own", total: 30, end: nil, play: .pushed)
    let racer = LawRacer(.unlimited)
    let subscriber = race.instance.subscribe(racer)
    guard let feed = race.instance.feed, race.subscription(of: racer) != nil else { return }
    // A publisher may subscribe to its upstreams only when its scheduler runs.
    for _ in 0..<5 where feed.openLines.count < 2 { race.instance.advance?() }
    let lines = feed.openLines
    guard lines.count > 1 else {
      racer.subscription?.cancel()
      return
    }
    feed.load(30, .finished)
    race.run(lines.map { line in { line.drain() } })
    withExtendedLifetime(subscriber) {}
    guard race.concludes(racer), specimen.delivers != .some else { return }
    let reference = reference(total: 30, end: .finished, play: .loaded)
    _ = race.expect(
      .everyValueOnceInOrder, racer.values.sorted() == reference.values.sorted(), "the values of a single thread",
      "\(racer.values)")
    _ = race.expect(
      .sameEndForAnyDemand, racer.completion == reference.completion, reference.completion ?? "no completion",
      racer.completion ?? "no completion")
  }

  private func raceSubscribing() {
    let race = Race(
      self, "three threads subscribe and cancel while one sends", total: 20, end: nil,
      play: specimen.plays.contains(.pushed) ? .pushed : .loaded)
    let racers = (0..<9).map { _ in LawRacer(.max(5)) }
    let instance = race.instance
    race.run(
      (0..<3).map { thread in
        {
          for racer in racers[thread * 3..<thread * 3 + 3] {
            _ = instance.subscribe(racer)
            racer.subscription?.cancel()
          }
        }
      } + [{ for _ in 0..<20 { instance.push?() } }])
    for racer in racers {
      guard race.concludes(racer) else { return }
      guard race.expect(.oneSubscription, racer.subscriptions == 1, "a subscription", "none") else { return }
      _ = race.expect(.neverMoreThanRequested, racer.values.count <= 5, "at most 5 values", "\(racer.values.count)")
    }
  }
}
