import Dispatch
import Foundation

/// The law suite: checks any publisher against the rules of streams, which `Docs/Rules.md` lists.
///
/// Pass a closure that creates the publisher. The suite creates one for every situation: it subscribes, requests,
/// cancels, fails, reenters, races and releases. Each broken rule is reported as an issue at your line, with the
/// expectation, what happened, and the events before it.
///
/// ```swift
/// await Laws.check("doubled", forwardsSubscription: true) { upstream in
///   upstream.map { $0 * 2 }
/// }
/// ```
///
/// Works in Swift Testing and XCTest. Everything runs on plain threads; a deadlock in the publisher is reported too.
public enum Laws {
  /// Checks an operator.
  ///
  /// `make` applies the operator to an upstream that sends 1, 2, 3 and so on. It is called many times, on a thread of
  /// the suite. The operator must not send on a thread of its own: for one with a scheduler, use the form with one.
  ///
  /// - `delivers`: what a subscriber with limited demand receives.
  /// - `forwardsSubscription`: whether the operator forwards everything that its upstream does, including violations,
  ///   without a subscription of its own, as `map` does. Rules F1 and F3 are then not checked.
  /// - `upstreamFails`: whether the upstream may fail. For operators on publishers that cannot fail, pass false and use
  ///   ``LawUpstream/unfailing``.
  /// - `failuresSkipBuffer`: whether a failure may arrive before buffered values, as with `merge`, `zip` and `buffer`.
  /// - `except`: rules not to check, each with the reason.
  @discardableResult
  public static func check<P: Publisher>(
    _ name: String, delivers: LawDelivery = .all, forwardsSubscription: Bool = false, upstreamFails: Bool = true,
    failuresSkipBuffer: Bool = false, except: [LawRule: String] = [:], effort: LawEffort = LawEffort(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (_ upstream: LawUpstream) -> P
  ) async -> LawReport {
    let specimen = LawSpecimen(
      name: name, kind: .upstream, delivers: delivers, forwardsSubscription: forwardsSubscription,
      canFail: upstreamFails, failuresSkipBuffer: failuresSkipBuffer
    ) { LawInstance(make($0), upstream: $0) }
    return await check(specimen, except, effort, SourcePlace(fileID, filePath, line, column))
  }

  /// Checks an operator that uses a scheduler. The suite advances the scheduler one second at a time. The operator's
  /// delays should be shorter than that, unless they should never end. For the parameters, see the form without a scheduler.
  @discardableResult
  public static func check<P: Publisher>(
    _ name: String, delivers: LawDelivery = .all, forwardsSubscription: Bool = false, upstreamFails: Bool = true,
    failuresSkipBuffer: Bool = false, except: [LawRule: String] = [:], effort: LawEffort = LawEffort(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (_ upstream: LawUpstream, _ scheduler: TestSchedulerOf<DispatchQueue>) -> P
  ) async -> LawReport {
    let specimen = LawSpecimen(
      name: name, kind: .upstream, delivers: delivers, forwardsSubscription: forwardsSubscription,
      canFail: upstreamFails, failuresSkipBuffer: failuresSkipBuffer
    ) { upstream in
      let scheduler = DispatchQueue.test
      return LawInstance(make(upstream, scheduler), upstream: upstream, scheduler: scheduler)
    }
    return await check(specimen, except, effort, SourcePlace(fileID, filePath, line, column))
  }

  /// Checks a publisher that has no upstream.
  ///
  /// `make` creates the publisher, with the same values each time. It is called many times, on a thread of the suite.
  /// `delivers` says which of its values arrive, and `endless` whether it never completes. `except` contains rules not
  /// to check, each with the reason.
  @discardableResult
  public static func check<P: Publisher>(
    source name: String, delivers: LawDelivery = .all, endless: Bool = false, except: [LawRule: String] = [:],
    effort: LawEffort = LawEffort(), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ make: @escaping @Sendable () -> P
  ) async -> LawReport {
    let specimen = LawSpecimen(name: name, kind: endless ? .endless : .source, delivers: delivers) { _ in
      LawInstance(make())
    }
    return await check(specimen, except, effort, SourcePlace(fileID, filePath, line, column))
  }

  /// Checks a publisher that has no upstream and uses a scheduler, which the suite advances one second at a time.
  @discardableResult
  public static func check<P: Publisher>(
    source name: String, delivers: LawDelivery = .all, endless: Bool = false, except: [LawRule: String] = [:],
    effort: LawEffort = LawEffort(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (_ scheduler: TestSchedulerOf<DispatchQueue>) -> P
  ) async -> LawReport {
    let specimen = LawSpecimen(name: name, kind: endless ? .endless : .source, delivers: delivers) { _ in
      let scheduler = DispatchQueue.test
      return LawInstance(make(scheduler), scheduler: scheduler)
    }
    return await check(specimen, except, effort, SourcePlace(fileID, filePath, line, column))
  }

  /// Checks a subject. The suite sends values and the completion.
  ///
  /// `make` creates the subject. It is called many times, on a thread of the suite. `delivers` says which of the values
  /// sent arrive. `except` contains rules not to check, each with the reason.
  @discardableResult
  public static func check<S: Subject>(
    subject name: String, delivers: LawDelivery = .all, except: [LawRule: String] = [:],
    effort: LawEffort = LawEffort(), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ make: @escaping @Sendable () -> S
  ) async -> LawReport where S.Output == Int, S.Failure == LawError {
    let specimen = LawSpecimen(name: name, kind: .subject, delivers: delivers, canFail: true) { _ in
      LawInstance(subject: make())
    }
    return await check(specimen, except, effort, SourcePlace(fileID, filePath, line, column))
  }

  private static func check(
    _ specimen: LawSpecimen, _ except: [LawRule: String], _ effort: LawEffort, _ place: SourcePlace
  ) async -> LawReport {
    let lab = LawLab(specimen, effort: effort, except: except)
    await lab.run()
    let report = lab.result
    for rule in LawRule.allCases { if let text = report.violations[rule] { place.report(text) } }
    return report
  }
}

extension LawLab {
  /// Checks everything on a plain thread. If it is overdue, the thread is abandoned.
  fileprivate func run() async {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      self.checkAll()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while done.wait(timeout: .now() + 0.05) == .timedOut {
          guard self.isOverdue else { continue }
          self.giveUp()
          break
        }
        continuation.resume()
      }
    }
  }

  /// Checks everything, in the order of trust: what later situations rely on comes first.
  private func checkAll() {
    if effort.forms.contains(.deterministic) {
      checkDemand()
      checkEnds()
      checkCancelling()
      checkReentering()
      checkMisbehaviour()
      checkDepth()
    }
    if effort.forms.contains(.leaks) { checkMemory() }
    if effort.forms.contains(.concurrent) { checkRacing() }
  }
}
