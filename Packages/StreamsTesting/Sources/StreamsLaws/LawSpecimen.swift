import Dispatch
import Foundation

/// A publisher that the law suite made for one run, without its types.
struct LawInstance {
  /// Attaches a subscriber that reports to the witness, and returns it.
  let subscribe: (any LawWitness) -> AnyObject
  /// Attaches a sink whose closures keep the object and the function, which is called at the end.
  let sink: (AnyObject, @escaping () -> Void) -> AnyCancellable
  /// Sends the next value, if that is in the suite's hands.
  let push: (() -> Void)?
  let end: ((LawEnd) -> Void)?
  /// The upstream's side of an operator.
  let feed: LawFeed?
  /// Lets what is scheduled happen; nil if the publisher has no scheduler.
  let advance: (() -> Void)?
  /// The upstream or the subject, to see it go.
  let root: AnyObject?
}

/// What the law suite knows of the publisher that it checks.
struct LawSpecimen {
  enum Kind { case upstream, source, endless, subject }

  let name: String
  let kind: Kind
  let delivers: LawDelivery
  /// Whether it passes on all that the upstream does, without a subscription of its own.
  let forwardsSubscription: Bool
  let canFail: Bool
  /// Whether a failure may arrive before values that wait.
  var failuresSkipBuffer = false
  let make: (_ trace: LawTrace, _ total: Int, _ end: LawEnd?) -> LawInstance

  /// The ways in which values come about.
  var plays: [LawPlay] {
    switch kind {
    case .upstream: [.loaded, .pushed]
    case .source, .endless: [.loaded]
    case .subject: [.pushed]
    }
  }

  /// The ends that its upstream can have; nil for none.
  var ends: [LawEnd?] {
    switch kind {
    case .upstream, .subject: canFail ? [.finished, .failed, nil] : [.finished, nil]
    case .source, .endless: [nil]
    }
  }

  var isOperator: Bool { kind == .upstream }
}

/// Whether upstream has its values when the subscriber arrives, or sends them afterwards, one by one.
enum LawPlay {
  case loaded, pushed

  /// What upstream does with `total` values.
  func describe(_ total: Int) -> String {
    self == .loaded ? "has \(total) values ready" : "sends \(total) values one by one"
  }
}

extension LawSpecimen {
  init<P: Publisher>(
    operator name: String, delivers: LawDelivery, forwardsSubscription: Bool, canFail: Bool, failuresSkipBuffer: Bool,
    _ make: @escaping (LawUpstream, TestSchedulerOf<DispatchQueue>?) -> P, isScheduled: Bool
  ) {
    self.init(
      name: name, kind: .upstream, delivers: delivers, forwardsSubscription: forwardsSubscription, canFail: canFail,
      failuresSkipBuffer: failuresSkipBuffer,
      make: { trace, total, end in
        let feed = LawFeed(trace, available: total, end: end)
        let upstream = LawUpstream(feed)
        let scheduler = isScheduled ? DispatchQueue.test : nil
        let publisher = make(upstream, scheduler)
        return LawInstance(
          subscribe: { attach(publisher, $0) }, sink: { sink(publisher, $0, $1) }, push: { feed.push() },
          end: { feed.finish($0) }, feed: feed, advance: scheduler.map(advancing), root: upstream)
      })
  }

  init<P: Publisher>(
    source name: String, delivers: LawDelivery, endless: Bool,
    _ make: @escaping (TestSchedulerOf<DispatchQueue>?) -> P, isScheduled: Bool
  ) {
    self.init(
      name: name, kind: endless ? .endless : .source, delivers: delivers, forwardsSubscription: false, canFail: false,
      make: { _, _, _ in
        let scheduler = isScheduled ? DispatchQueue.test : nil
        let publisher = make(scheduler)
        return LawInstance(
          subscribe: { attach(publisher, $0) }, sink: { sink(publisher, $0, $1) }, push: nil, end: nil, feed: nil,
          advance: scheduler.map(advancing), root: nil)
      })
  }

  init<S: Subject>(subject name: String, delivers: LawDelivery, _ make: @escaping () -> S)
  where S.Output == Int, S.Failure == LawError {
    self.init(
      name: name, kind: .subject, delivers: delivers, forwardsSubscription: false, canFail: true,
      make: { _, _, _ in
        let subject = make()
        var next = 0
        return LawInstance(
          subscribe: { attach(subject, $0) }, sink: { sink(subject, $0, $1) },
          push: {
            next += 1
            subject.send(next)
          },
          end: { subject.send(completion: $0 == .finished ? .finished : .failure(LawError())) },
          feed: nil, advance: nil, root: subject)
      })
  }
}

private func attach<P: Publisher>(_ publisher: P, _ witness: any LawWitness) -> AnyObject {
  let subscriber = LawSubscriber<P.Output, P.Failure>(witness)
  publisher.subscribe(subscriber)
  return subscriber
}

private func sink<P: Publisher>(
  _ publisher: P, _ kept: AnyObject, _ atEnd: @escaping () -> Void
) -> AnyCancellable {
  publisher.sink(receiveCompletion: { _ in atEnd() }, receiveValue: { _ in withExtendedLifetime(kept) {} })
}

/// Lets a second pass. Does nothing from within what happens in one that passes on another thread, which waits for it.
private func advancing(_ scheduler: TestSchedulerOf<DispatchQueue>) -> () -> Void {
  let lock = NSLock()
  // Guarded by `lock`.
  var advancer: Thread?
  return {
    let former = lock.withLock {
      let former = advancer
      if former == nil { advancer = .current }
      return former
    }
    if let former, former !== Thread.current { return }
    scheduler.advance(by: .seconds(1))
    if former == nil { lock.withLock { advancer = nil } }
  }
}
