import Dispatch
import Foundation
@_spi(TestKit) import Schedulers

/// A publisher that the law suite created for one run, without its types.
struct LawInstance {
  /// Attaches a subscriber that reports to the observer, and returns it.
  let subscribe: (LawObserver) -> AnyObject
  /// Attaches a sink whose closures keep the object and the function, which is called at the end.
  let sink: (AnyObject, @escaping () -> Void) -> AnyCancellable
  /// Sends the next value; nil if the suite does not control the values.
  private(set) var push: (() -> Void)?
  private(set) var end: ((LawEnd) -> Void)?
  let feed: LawFeed?
  /// Advances the scheduler; nil if the publisher has none.
  let advance: (() -> Void)?
  /// The upstream or the subject, to check that it is released.
  private(set) var root: AnyObject?

  /// Creates an instance of an operator applied to an upstream, or of a publisher without one.
  init<P: Publisher>(_ publisher: P, upstream: LawUpstream? = nil, scheduler: TestSchedulerOf<DispatchQueue>? = nil) {
    subscribe = { observer in
      let subscriber = LawSubscriber<P.Output, P.Failure>(observer)
      publisher.subscribe(subscriber)
      return subscriber
    }
    sink = { kept, atEnd in
      publisher.sink(receiveCompletion: { _ in atEnd() }, receiveValue: { _ in withExtendedLifetime(kept) {} })
    }
    advance = scheduler.map(advancing)
    feed = upstream?.feed
    push = feed.map { feed in { feed.push() } }
    end = feed.map { feed in { feed.finish($0) } }
    root = upstream
  }

  init<S: Subject>(subject: S) where S.Output == Int, S.Failure == LawError {
    self.init(subject)
    var next = 0
    push = {
      next += 1
      subject.send(next)
    }
    end = { subject.send(completion: $0) }
    root = subject
  }
}

struct LawSpecimen {
  enum Kind { case upstream, source, endless, subject }

  let name: String
  let kind: Kind
  let delivers: LawDelivery
  var forwardsSubscription = false
  var canFail = false
  var failuresSkipBuffer = false
  /// Creates the publisher. Only operators use the upstream.
  let make: (_ upstream: LawUpstream) -> LawInstance

  var plays: [LawPlay] {
    switch kind {
    case .upstream: [.loaded, .pushed]
    case .source, .endless: [.loaded]
    case .subject: [.pushed]
    }
  }

  /// The possible ends of its upstream; nil for none.
  var ends: [LawEnd?] {
    if plays == [.loaded] { return [nil] }
    return canFail ? [.finished, .failed, nil] : [.finished, nil]
  }

  var isOperator: Bool { kind == .upstream }
}

/// Whether the upstream has its values when the subscriber arrives, or sends them afterwards, one by one.
enum LawPlay { case loaded, pushed }

/// Returns a function that advances the scheduler by one second. It does nothing while another thread advances, because
/// that advance may wait for the action that calls this.
private func advancing(_ scheduler: TestSchedulerOf<DispatchQueue>) -> () -> Void {
  let advancer = Locked<Thread?>(nil)
  return {
    let former = advancer.withLock { exchange(&$0, with: $0 ?? .current) }
    if let former, former !== Thread.current { return }
    scheduler.advance(by: .seconds(1))
    if former == nil { advancer.withLock { $0 = nil } }
  }
}
