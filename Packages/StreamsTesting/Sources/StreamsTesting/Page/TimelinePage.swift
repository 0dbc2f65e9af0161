/// A page that shows what happened on a timeline, to step through in a browser. ``html`` is one file without external
/// resources.
///
/// Make one of a recording, ``Recording/page(title:)``, or of a whole timeline, `timeline.page(...)`. A failing
/// expectation makes its own page, see ``FailurePages``.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
/// scheduler.run()
/// let page = recorder.consumeAll().page(title: "Two numbers")
/// print(page.lanes[0].name, page.lanes[0].events.count)
/// // numbers 4
/// ```
public struct TimelinePage: Sendable, Hashable, Codable {
  /// One row: a stream, or a piece of work of the timeline.
  public struct Lane: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its events, oldest first.
    public var events: [Event]

    /// A row.
    public init(name: String, events: [Event]) {
      self.name = name
      self.events = events
    }
  }

  /// What happened at one moment in one lane.
  public struct Event: Sendable, Hashable, Codable {
    /// What can happen.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A value arrived; the label shows it.
      case value
      /// The stream finished.
      case finished
      /// The stream failed; the label shows the failure.
      case failure
      /// The subscription arrived.
      case subscription
      /// The subscriber cancelled.
      case cancellation
      /// Work was scheduled; the label shows the due time.
      case scheduled
      /// Work ran.
      case ran
      /// Work was cancelled before it ran.
      case dropped
      /// Values were requested; the label shows how many.
      case request
    }

    /// When, in nanoseconds since the timeline's beginning.
    public var time: Int64
    /// What happened.
    public var kind: Kind
    /// Its label in the drawing.
    public var label: String
    /// The file and line that scheduled it, if known.
    public var place: String?
    /// The number of the work whose action did this, if it is known.
    public var cause: UInt64?
    /// The number of the work, if it is work.
    public var work: UInt64?
    /// Whether it is the first difference between the expected and the actual events.
    public var isDifference: Bool

    /// Short, as a page has many of them.
    enum CodingKeys: String, CodingKey {
      case time = "t"
      case kind = "k"
      case label = "l"
      case place = "p"
      case cause = "c"
      case work = "w"
      case isDifference = "d"
    }

    /// An event.
    public init(
      time: Int64, kind: Kind, label: String = "", place: String? = nil, cause: UInt64? = nil, work: UInt64? = nil,
      isDifference: Bool = false
    ) {
      self.time = time
      self.kind = kind
      self.label = label
      self.place = place
      self.cause = cause
      self.work = work
      self.isDifference = isDifference
    }
  }

  /// The title.
  public var title: String
  /// The rows, from the top.
  public var lanes: [Lane]

  /// A page of these rows.
  public init(title: String, lanes: [Lane]) {
    self.title = title
    self.lanes = lanes
  }

  /// The whole page: open it in a browser, from disk. O(n log n).
  ///
  /// The drawing is complete without script. With it, the arrow keys step from instant to instant (with Shift from
  /// event to event), D goes to the next difference, and a text field filters lanes and events.
  public var html: String { PageDocument(self).text }

  /// The drawing alone, with the names of the lanes, as an SVG element for a page of your own.
  public var svg: String { PageDrawing(self, hasNames: true).svg }
}
