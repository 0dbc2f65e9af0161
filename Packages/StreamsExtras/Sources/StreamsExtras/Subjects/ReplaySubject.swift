/// A subject that sends each new subscriber the latest values first.
///
/// It keeps up to `bufferSize` values, shared by all subscribers, and the end. A new subscriber gets those, as it requests
/// them, then later ones. A subscriber without demand gets the kept values when it asks again: at most the `bufferSize`
/// latest, older ones are lost to it. With a demand, none is lost. Its demand counts once `receive(subscription:)` has returned.
///
/// A value that is sent from inside a delivery follows it. Of two threads that send at once, one may return before its value
/// is delivered. A value takes time in proportion to the number of subscribers.
///
/// ```swift
/// let subject = ReplaySubject<Int, Never>(bufferSize: 2)
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject {
  @usableFromInline enum Event {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
    case joined(Replay<Output, Failure>)
    case changed(Replay<Output, Failure>)
  }

  @usableFromInline let mailbox = Mailbox<Event>()
  // What follows belongs to the handler of the mailbox.
  @usableFromInline let bufferSize: Int
  @usableFromInline let ages: (any Ages)?
  @usableFromInline @exclusivity(unchecked) var kept = Queue<Output>()
  /// The number of the next value, counted from 0.
  @usableFromInline @exclusivity(unchecked) var next = 0
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
  @usableFromInline @exclusivity(unchecked) var replays: ContiguousArray<Replay<Output, Failure>> = []
  @usableFromInline @exclusivity(unchecked) var goneReplays = 0
  private let upstreams = Latest<[any Subscription]>([])

  /// - Parameter bufferSize: How many values it keeps. Traps if it is negative.
  public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "ReplaySubject: the buffer size must not be negative")
    self.bufferSize = bufferSize
    ages = nil
  }

  /// - Parameters:
  ///   - bufferSize: How many values it keeps at most.
  ///   - maxAge: For how long it keeps a value.
  ///   - scheduler: What tells the time. Nothing is scheduled: a value that is too old is dropped when the next one comes, or
  ///     the next subscriber.
  public init<S: Scheduler>(bufferSize: Int = .max, maxAge: S.SchedulerTimeType.Stride, scheduler: S) {
    precondition(bufferSize >= 0, "ReplaySubject: the buffer size must not be negative")
    self.bufferSize = bufferSize
    ages = AgesOf(scheduler, limit: maxAge)
  }

  deinit { for upstream in upstreams.value ?? [] { upstream.cancel() } }

  // MARK: Subject

  @inlinable public func send(_ value: Output) { mailbox.post(.value(value), handle: handle) }

  public func send(completion: Subscribers.Completion<Failure>) {
    mailbox.post(.end(completion), handle: handle)
    upstreams.set([])
  }

  public func send(subscription: any Subscription) {
    upstreams.lock.withLock { upstreams.stored?.append(subscription) }
    subscription.request(.unlimited)
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(subscriber, onCancel: nil)
  }

  /// - Parameter onCancel: Called once, when the subscriber cancels.
  @inlinable func attach<S: Subscriber>(_ subscriber: S, onCancel: (() -> Void)?)
  where S.Input == Output, S.Failure == Failure {
    let replay = Replay(self, TargetOf(subscriber), onCancel)
    subscriber.receive(subscription: replay)
    mailbox.post(.joined(replay), handle: handle)
  }

  // MARK: One event at a time

  @inlinable func handle(_ event: Event) {
    switch event {
    case .value(let value): if completion == nil { publish(value) }
    case .end(let end): finish(end)
    case .joined(let replay):
      dropOld()
      replay.next = next - kept.count
      replay.hasJoined = true
      replays.append(replay)
      serve(replay)
    case .changed(let replay): if replay.hasJoined { serve(replay) }
    }
  }

  @inlinable func publish(_ value: Output) {
    if bufferSize > 0 {
      kept.append(value)
      ages?.append()
      if kept.count > bufferSize { dropOldest() }
      dropOld()
    }
    next += 1
    // Nobody changes the array meanwhile, as what happens in a delivery is an event for later: so it holds the subscriptions.
    for place in replays.indices {
      Unmanaged.passUnretained(replays[place])._withUnsafeGuaranteedRef { $0.offer(value, number: next - 1) }
    }
    if goneReplays > 0 { removeGone() }
  }

  @usableFromInline func finish(_ end: Subscribers.Completion<Failure>) {
    if completion != nil { return }
    completion = end
    for replay in replays { serve(replay) }
  }

  /// Sends a subscriber what is kept, as far as it wants it, then the end; or releases it.
  @usableFromInline func serve(_ replay: Replay<Output, Failure>) {
    replay.takeRequests()
    while !replay.isCancelled.isSet, replay.demand > .none {
      let first = next - kept.count
      replay.next = Swift.max(replay.next, first)
      guard replay.next < next else { break }
      replay.deliver(kept[replay.next - first])
      replay.takeRequests()
    }
    let hasAll = Swift.max(replay.next, next - kept.count) == next
    if replay.isCancelled.isSet {
      release(replay)
    } else if hasAll, let completion {
      replay.finish(completion)
      release(replay)
    }
  }

  private func release(_ replay: Replay<Output, Failure>) {
    guard replay.release() else { return }
    goneReplays += 1
    removeGone()
  }

  /// Forgets those that are over, if they are at least half.
  @usableFromInline func removeGone() {
    guard goneReplays * 2 >= replays.count else { return }
    replays.removeAll { $0.target == nil }
    goneReplays = 0
  }

  @usableFromInline func dropOldest() {
    _ = kept.popFirst()
    ages?.removeFirst()
  }

  @usableFromInline func dropOld() {
    guard let ages else { return }
    for _ in 0..<ages.tooOld { dropOldest() }
  }
}

// Sendable because its state belongs to the handler of the mailbox, and values are handed over.
extension ReplaySubject: @unchecked Sendable where Output: Sendable, Failure: Sendable {}
