import Foundation

/// A publisher that sends given events at given virtual times, and logs its subscriptions.
///
/// Get one with ``VirtualTime/hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)`` or
/// ``VirtualTime/cold(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
public final class TestPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
  /// Whether it is hot or cold.
  public enum Kind: Sendable {
    /// Sends at fixed times, to the subscribers of that moment.
    case hot
    /// Sends all events to each subscriber, at times counted from its subscription.
    case cold
  }

  /// Its name in messages.
  public let name: String
  /// Whether it is hot or cold.
  public let kind: Kind
  /// Its events, with their times since the beginning of the timeline if it is hot, or since the subscription if it is
  /// cold.
  public let events: [Recorded<Output, Failure>]
  /// The virtual time on which it sends.
  public let timeline: Timeline
  /// The length of a frame of its marbles.
  public let frame: Duration
  @usableFromInline let policy: DemandPolicy
  @usableFromInline let place: CallPlace

  private let lock = NSLock()
  // Guarded by `lock`.
  private var feeds: [Feed<Output, Failure>] = []
  private var logs: [Feed<Output, Failure>] = []
  private var sentEvents: [(index: Int, stamp: Timeline.Stamp)] = []
  /// When each event was sent last.
  private var sentAt: [Int64]
  private var end: Subscribers.Completion<Failure>?
  private var tokens: [Timeline.Token] = []

  @usableFromInline init(
    _ kind: Kind, _ events: [Recorded<Output, Failure>], _ name: String, _ frame: Duration, _ timeline: Timeline,
    _ policy: DemandPolicy, _ place: CallPlace
  ) {
    self.frame = frame
    self.kind = kind
    self.events = events
    self.name = name
    self.timeline = timeline
    self.place = place
    self.policy = policy
    sentAt = Array(repeating: .min, count: events.count)
    watchForLeaks(timeline)
    if kind == .hot { begin() }
  }

  private func begin() {
    let now = timeline.now
    for index in events.indices where events[index].time >= now {
      tokens.append(schedule(at: events[index].time) { [weak self] in self?.sendToAll(index) })
    }
  }

  deinit {
    for token in tokens { token.cancel() }
  }

  /// The logs of its subscriptions, in the order in which they were made.
  public var subscriptions: [SubscriptionLog] { lock.withLock { logs }.map(\.log) }

  /// The events that were due so far, sent or not, at the times of the timeline.
  public var sent: Recording<Output, Failure> {
    Recording(
      lock.withLock { sentEvents }.map { index, stamp in
        Recorded(time: stamp.time, order: stamp.order, event: events[index].event)
      }, name: name)
  }

  /// For example `hot publisher "prices"`.
  public var description: String { "\(kind) publisher \"\(name)\"" }

  /// Subscribes. If the publisher is hot and has ended, the subscriber receives the completion immediately.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let feed = Feed<Output, Failure>(
      owner: self, receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) })
    let past = add(feed)
    subscriber.receive(subscription: feed)
    if let past { feed.offer(.completion(past)) }
    guard kind == .cold else { return }
    let now = timeline.now.nanoseconds
    var tokens: [Timeline.Token] = []
    tokens.reserveCapacity(events.count)
    for index in events.indices {
      let (due, overflow) = now.addingReportingOverflow(events[index].time.nanoseconds)
      let token = schedule(at: Timeline.Instant(nanoseconds: overflow ? .max : due)) { [weak feed, self] in
        note(index)
        feed?.offer(events[index].event)
      }
      tokens.append(token)
    }
    feed.hold(tokens)
  }

  /// Adds a subscription; how the publisher has ended, if it has.
  @usableFromInline func add(_ feed: Feed<Output, Failure>) -> Subscribers.Completion<Failure>? {
    LeakScope.current?.watch(feed, of: description, place: place)
    return lock.withLock {
      logs.append(feed)
      if kind == .hot, end == nil { feeds.append(feed) }
      return end
    }
  }

  func remove(_ feed: Feed<Output, Failure>) {
    let old = lock.withLock {
      let old = feeds
      feeds.removeAll { $0 === feed }
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline func schedule(at time: Timeline.Instant, _ action: @escaping () -> Void) -> Timeline.Token {
    timeline.schedule(at: time, fileID: place.fileID, line: place.line, action)
  }

  private func sendToAll(_ index: Int) {
    note(index)
    let event = events[index].event
    let receivers = lock.withLock {
      if let completion = event.completion { end = completion }
      return feeds
    }
    for feed in receivers { feed.offer(event) }
  }

  /// Remembers an event; one that goes to several subscribers at one instant once.
  @usableFromInline func note(_ index: Int) {
    let stamp = timeline.stamp()
    lock.withLock {
      guard sentAt[index] != stamp.time.nanoseconds else { return }
      sentAt[index] = stamp.time.nanoseconds
      sentEvents.append((index, stamp))
    }
  }
}

// Sendable because all that changes is guarded by `lock`, and sends on whichever thread advances the timeline; so its
// `values` can be handed to a task.
extension TestPublisher: @unchecked Sendable where Output: Sendable {}
