import Foundation
@_spi(TestKit) import Schedulers

/// A publisher that sends given events at given virtual times, and logs its subscriptions.
///
/// Create one with ``VirtualTime/hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)`` or
/// ``VirtualTime/cold(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
public final class TestPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
  /// Whether a publisher is hot or cold.
  package enum Kind: Sendable {
    /// Sends events at fixed times, to the current subscribers.
    case hot
    /// Sends all events to each subscriber, at times relative to its subscription.
    case cold
  }

  /// The publisher's name in messages.
  package let name: String
  /// Whether the publisher is hot or cold.
  package let kind: Kind
  /// The events. Their times count from the beginning of the timeline (hot) or from the subscription (cold).
  package let events: [Recorded<Output, Failure>]
  /// The timeline on which the publisher sends.
  package let timeline: Timeline
  /// The length of a frame of the marbles.
  package let frame: Duration
  let policy: DemandPolicy
  private let place: SourcePlace

  /// The error of a marble string that could not be read. It has been reported.
  private let unread: (any Error)?
  private let lock = NSLock()
  // Guarded by `lock`.
  /// The subscriptions of a hot publisher, some of which may be over, and all subscriptions.
  private var feeds: [Feed<Output, Failure>] = []
  private var logs: [Feed<Output, Failure>] = []
  private var sentEvents: [(index: Int, stamp: Stamp)] = []
  /// Those of the last instant.
  private var lastSent: Set<Int> = []
  /// The number of the completion that a hot publisher has sent.
  private var end: Int?
  private var tokens: [Timeline.Token] = []

  /// If `read` throws, reports an issue, and has no events.
  init(
    _ kind: Kind, _ name: String, _ frame: Duration, _ timeline: Timeline, _ policy: DemandPolicy, _ place: SourcePlace,
    read: () throws(MarbleError) -> [Recorded<Output, Failure>]
  ) {
    self.frame = frame
    self.kind = kind
    do throws(MarbleError) { (events, unread) = (try read(), nil) } catch {
      let failure = FailedExpectation(message: error.description) { timeline.page() }
      (events, unread) = ([], place.errorAfterReporting(failure) { _ in error })
    }
    self.name = name
    self.timeline = timeline
    self.place = place
    self.policy = policy
    LeakScope.current?.watch(timeline)
    timeline.streams.add(self) { [weak self] in self?.lane }
    guard kind == .hot else { return }
    let now = timeline.now
    for index in events.indices where events[index].time >= now {
      tokens.append(schedule(at: events[index].time) { [weak self] in self?.sendToAll(index) })
    }
  }

  deinit {
    timeline.streams.remove(self)
    for token in tokens { token.cancel() }
  }

  private var lane: TimelinePage.Lane {
    var lane = sent.lane()
    lane.heading = "Inputs"
    lane.place = place
    var logs = subscriptions.map(\.description)
    if logs.count > 4 { logs.replaceSubrange(3..<logs.count - 1, with: ["\(logs.count - 4) more"]) }
    lane.note = (["\(kind), made at \(place.fileAndLine)"] + logs).joined(separator: "; ")
    return lane
  }

  /// The logs of the subscriptions, in order of subscription.
  public var subscriptions: [SubscriptionLog] { lock.withLock { logs }.map(\.log) }

  /// The events that were due so far, sent or not, with their times on the timeline.
  public var sent: Recording<Output, Failure> {
    Recording(
      lock.withLock { sentEvents }.map { index, stamp in
        Recorded(time: stamp.time, order: stamp.order, event: events[index].event)
      }, name: name)
  }

  /// For example `hot publisher "prices"`.
  public var description: String { "\(kind) publisher \"\(name)\"" }

  /// Attaches a subscriber. If the publisher is hot and has ended, the subscriber receives the completion immediately.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let feed = Feed(owner: self, subscriber)
    let past = add(feed)
    subscriber.receive(subscription: feed)
    if let past { feed.offer(past) }
    guard kind == .cold else { return feed.start() }
    let now = timeline.now
    // One weak reference for all events.
    let offer = { [weak feed] (index: Int) in feed?.offer(index) }
    feed.start(
      events.indices.map { index in
        schedule(at: now.advanced(by: events[index].time.offset)) { [self] in
          note(index)
          offer(index)
        }
      })
  }

  /// Adds a subscription. Returns the number of the completion if the publisher has ended.
  private func add(_ feed: Feed<Output, Failure>) -> Int? {
    if let unread { (timeline.streams.mark ?? timeline.streams.ofUnknown).withLock { $0 = $0 ?? unread } }
    LeakScope.current?.watch(feed, of: description, place: place)
    return lock.withLock {
      logs.append(feed)
      if kind == .hot, end == nil { feeds.append(feed) }
      return end
    }
  }

  private func schedule(at time: Timeline.Instant, _ action: @escaping () -> Void) -> Timeline.Token {
    timeline.schedule(
      at: time, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column, action)
  }

  private func sendToAll(_ index: Int) {
    note(index)
    let receivers = lock.withLock {
      if events[index].event.completion != nil { end = index }
      // Here, so that removing many costs no more than sending to them. `logs` still holds them.
      feeds.removeAll { !$0.isAlive }
      return feeds
    }
    for feed in receivers { feed.offer(index) }
  }

  /// Records an event, only once if several subscribers receive it at the same instant.
  private func note(_ index: Int) {
    let stamp = timeline.stamp()
    lock.withLock {
      if sentEvents.last?.stamp.time != stamp.time { lastSent.removeAll(keepingCapacity: true) }
      if lastSent.insert(index).inserted { sentEvents.append((index, stamp)) }
    }
  }
}

// Sendable because `lock` guards all mutable state, and the advancing thread sends. So a task can iterate `values`.
extension TestPublisher: @unchecked Sendable where Output: Sendable {}

/// How a ``TestPublisher`` handles a value that is due without demand.
public enum DemandPolicy: Sendable {
  /// Drops the value, as a subject does. The log counts it as missed.
  case drop
  /// Holds the value, and all later events, until it is requested.
  case hold
  /// Sends the value anyway, against the rules. The log counts it as over-delivered.
  case sendAnyway
}
