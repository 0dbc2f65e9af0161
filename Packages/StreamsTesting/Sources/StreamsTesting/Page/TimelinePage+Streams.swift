import Foundation
@_spi(TestKit) import Schedulers

/// The recorders and test publishers of a timeline, for the page of a failure. Each removes itself in its deinit.
///
/// Sendable because `lock` guards its mutable state.
final class TimelineStreams: TimelineCompanion, @unchecked Sendable {
  private let lock = NSLock()
  private var rows: [ObjectIdentifier: (number: Int, lane: () -> TimelinePage.Lane?)] = [:]
  private var count = 0
  private var reportedLeaks: Set<UInt64> = []

  /// The mark of a recording that has subscribed to a test publisher whose marble string could not be read, also through
  /// operators: the error, which has been reported. It is thrown for a failure of the recording, which is not reported.
  typealias Mark = Locked<(any Error)?>

  /// That of the recording that now subscribes, or whose task runs.
  @TaskLocal static var ofSubscribing: Mark?
  /// That of the recording that a test publisher feeds now, for operators that subscribe while they receive an event.
  let ofFed = Locked<Mark?>(nil)
  /// That of a subscription whose recording is not known, as of one in an action of a scheduler.
  let ofUnknown = Mark(nil)
  /// That of what subscribes now, if it is known.
  var mark: Mark? { Self.ofSubscribing ?? ofFed.withLock { $0 } }

  /// Adds a stream. The closure must not keep it alive; it returns nil if there is nothing to show.
  func add(_ stream: AnyObject, _ lane: @escaping () -> TimelinePage.Lane?) {
    lock.withLock {
      count += 1
      rows[ObjectIdentifier(stream)] = (count, lane)
    }
  }

  func remove(_ stream: AnyObject) {
    // Released outside the lock.
    withExtendedLifetime(lock.withLock { rows.removeValue(forKey: ObjectIdentifier(stream)) }) {}
  }

  /// Whether a leak has not been reported yet, by a leak check within another one.
  func isNew(_ leak: Timeline.PendingWork) -> Bool { lock.withLock { reportedLeaks.insert(leak.sequence).inserted } }

  func deliverPage(of timeline: Timeline, _ message: String, at place: SourcePlace?) -> String {
    FailurePages.deliver(FailedExpectation(message: message) { timeline.page() }, at: place)
  }

  /// The rows: inputs first, each in the order in which the streams were created.
  func lanes(except stream: ObjectIdentifier? = nil) -> [TimelinePage.Lane] {
    let streams = lock.withLock { rows.filter { $0.key != stream }.values }.sorted { $0.number < $1.number }
    let lanes = Dictionary(grouping: streams.compactMap { $0.lane() }) { $0.heading == "Inputs" }
    return (lanes[true] ?? []) + (lanes[false] ?? [])
  }
}

extension Timeline {
  var streams: TimelineStreams { companion { TimelineStreams() } as! TimelineStreams }

  /// Creates a page with a row for each recorder, each test publisher, and each name and place of work on the timeline.
  /// Set `isLogging` before the work is scheduled, to see also what has run.
  ///
  /// - Parameter title: The title; by default the name of the timeline.
  public func page(title: String? = nil) -> TimelinePage {
    TimelinePage(title: title ?? name, now: now.nanoseconds, lanes: lanes())
  }

  /// The rows of the kit's streams except one, and of the work.
  func lanes(except stream: ObjectIdentifier? = nil) -> [TimelinePage.Lane] {
    streams.lanes(except: stream) + TimelinePage.Lane.work(log, pending: pending)
  }
}

extension Recording {
  /// Creates a page with one row: this recording.
  ///
  /// - Parameter title: The title; by default the name of the recording.
  public func page(title: String? = nil) -> TimelinePage {
    TimelinePage(title: title ?? name, lanes: [lane()])
  }

  /// - Parameter others: The labels of other events, by the numbers of the events that differ from them.
  func lane(others: [Int: String] = [:]) -> TimelinePage.Lane {
    var rest = requests[...]
    var shown: [TimelinePage.Event] = []
    for (number, event) in events.enumerated() {
      while let request = rest.first, (request.time, request.order) < (event.time, event.order) {
        shown.append(TimelinePage.Event(request))
        rest.removeFirst()
      }
      shown.append(TimelinePage.Event(event))
      shown[shown.count - 1].other = others[number]
    }
    return TimelinePage.Lane(name: name, events: shown + rest.map { TimelinePage.Event($0) })
  }
}

extension TimelinePage.Event {
  init(_ request: RecordedRequest) {
    let label = request.demand.max.map { "+\($0)" } ?? "+all"
    self.init(time: request.time.nanoseconds, kind: .request, label: label, origin: request.place?.description)
  }

  init<Output, Failure>(_ recorded: Recorded<Output, Failure>) {
    let time = recorded.time.nanoseconds
    switch recorded.event {
    case .value(let value): self.init(time: time, kind: .value, label: MarbleDiagram.label(value))
    case .completion(.finished): self.init(time: time, kind: .finished)
    case .completion(.failure(let error)): self.init(time: time, kind: .failure, label: "\(error)")
    case .subscription: self.init(time: time, kind: .subscription)
    case .cancellation: self.init(time: time, kind: .cancellation)
    }
  }
}
