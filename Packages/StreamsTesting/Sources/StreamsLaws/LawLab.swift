import Dispatch
import Foundation

/// Creates runs of one publisher, and counts their results.
///
/// Sendable because `lock` guards what other threads read. Everything else belongs to the checking thread.
final class LawLab: @unchecked Sendable {
  private struct Situation {
    let name: String
    let trace: LawTrace
    let observer: LawObserver?
    let started = DispatchTime.now()
  }

  let specimen: LawSpecimen
  let effort: LawEffort
  private let lock = NSLock()
  // Guarded by `lock`, except the last, which belongs to the checking thread.
  private var report: LawReport
  private var current = Situation(name: "before the first situation", trace: LawTrace(), observer: nil)
  private var references: [String: LawObserver] = [:]

  init(_ specimen: LawSpecimen, effort: LawEffort, except: [LawRule: String]) {
    self.specimen = specimen
    self.effort = effort
    report = LawReport(name: specimen.name, excepted: except)
  }

  var result: LawReport { lock.withLock { report } }

  func count(_ rule: LawRule) {
    lock.withLock { if report.excepted[rule] == nil { report.checks[rule, default: 0] += 1 } }
  }

  func leaveOut(_ situation: String) { lock.withLock { _ = report.notRun.insert(situation) } }

  func report(_ breach: LawObserver.Breach, in situation: String, _ trace: LawTrace) {
    let (rule, lines) = (breach.rule, trace.lines)
    lock.withLock {
      guard report.excepted[rule] == nil, report.violations[rule] == nil else { return }
      let events = lines.isEmpty ? ["not recorded: several threads took part"] : lines
      report.violations[rule] = """
        \(specimen.name) breaks rule \(rule.id) (\(rule.text))
          When:     \(situation)
          Expected: \(breach.expected)
          Happened: \(breach.actual)
          To allow: except: [.\(rule): "the reason"]
          Events:
        \(events.map { "    " + $0 }.joined(separator: "\n"))
        """
    }
  }

  /// Whether there has been no event for the time limit, or the situation has lasted twenty times as long.
  var isOverdue: Bool {
    let (trace, started) = lock.withLock { (current.trace, current.started) }
    let now = DispatchTime.now()
    return now > max(started, trace.lastEvent) + limit || now > started + limit * 20
  }

  private var limit: Duration { effort.timeout * WaitTimeout.scale }

  /// Reports that the current situation hangs, or an earlier breach of a rule.
  func giveUp() {
    let current = lock.withLock { self.current }
    let hang = LawObserver.Breach(
      rule: .callsReturn, expected: "every call returns",
      actual: "no progress for \(limit): a deadlock or an endless loop")
    report(current.observer?.breaches.first ?? hang, in: current.name, current.trace)
  }

  /// Creates a run, passes it to `body`, and checks the rules that always hold.
  func run(
    _ situation: String, total: Int = 5, end: LawEnd? = .finished, play: LawPlay, mode: LawRun.Mode = .traced,
    _ body: (LawRun) -> Void
  ) {
    let isWhole = mode == .racing || !specimen.isOperator && specimen.kind != .subject
    let values = play == .loaded ? "has \(total) values ready" : "sends \(total) values one by one"
    let completion = end.map { $0 == .finished ? "finishes" : "fails" } ?? "does not complete"
    let upstream = isWhole ? "" : "; upstream \(values) and \(completion)"
    let run = LawRun(self, situation + upstream, total: total, end: end, play: play, mode: mode)
    enter(Situation(name: run.situation, trace: run.trace, observer: mode == .racing ? nil : run.observer))
    body(run)
    run.conclude()
    count(.callsReturn)
  }

  /// The former observer is released here, outside the lock, so that it does not live beside the next subscription.
  private func enter(_ new: Situation) { withExtendedLifetime(lock.withLock { exchange(&current, with: new) }) {} }

  func runs(_ situation: String, total: Int = 5, _ body: (LawRun) -> Void) {
    for play in specimen.plays {
      for end in specimen.ends { run(situation, total: total, end: end, play: play, body) }
    }
  }

  /// Returns a subscriber that has requested everything immediately, with the events that it received.
  func reference(total: Int, end: LawEnd?, play: LawPlay) -> LawObserver {
    let key = "\(total) \(String(describing: end)) \(play)"
    if let known = references[key] { return known }
    let model = LawRun(self, "the reference", total: total, end: end, play: play, mode: .untraced)
    model.subscribeAndPlay(requesting: everything)
    model.observer.stop()
    model.cancel()
    model.observer.releaseSubscription()
    model.observer.releaseCallbacks()
    references[key] = model.observer
    return model.observer
  }

  var everything: Subscribers.Demand { specimen.kind == .endless ? .max(8) : .unlimited }
}
