/// A page that shows the events of a timeline, to step through in a browser. ``html`` is one self-contained file.
///
/// Create one from a recording with ``Recording/page(title:)``, or from a whole timeline with `timeline.page(...)`. A
/// failed expectation creates its own page, see ``FailurePages``.
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
  /// One row: a stream, or an item of work of the timeline.
  public struct Lane: Sendable, Hashable, Codable {
    /// The name of the row.
    public var name: String
    /// The events, oldest first.
    public var events: [Event]

    /// Creates a row.
    public init(name: String, events: [Event]) {
      self.name = name
      self.events = events
    }
  }

  /// An event in one lane.
  public struct Event: Sendable, Hashable, Codable {
    /// The kind of an event.
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

    /// The time, in nanoseconds since the timeline's beginning.
    public var time: Int64
    /// The kind of the event.
    public var kind: Kind
    /// The label in the drawing.
    public var label: String
    /// The file and line that scheduled it, if known.
    public var place: String?
    /// The number of the work that caused the event, if known.
    public var cause: UInt64?
    /// The number of the work, if it is work.
    public var work: UInt64?
    /// Whether it is the first difference between the expected and the actual events.
    public var isDifference: Bool

    /// Short names, because a page has many events.
    enum CodingKeys: String, CodingKey {
      case time = "t"
      case kind = "k"
      case label = "l"
      case place = "p"
      case cause = "c"
      case work = "w"
      case isDifference = "d"
    }

    /// Creates an event.
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

  /// Creates a page of these rows.
  public init(title: String, lanes: [Lane]) {
    self.title = title
    self.lanes = lanes
  }

  /// The whole page, which a browser can open from disk. O(n log n).
  ///
  /// The drawing is complete without JavaScript. With it, the arrow keys step from instant to instant (with Shift, from
  /// event to event), D goes to the next difference, and a text field filters lanes and events.
  public var html: String { PageDocument(self).text }

  /// The drawing alone, with the names of the lanes, as an SVG element for a page of your own.
  public var svg: String { PageDrawing(self, hasNames: true).svg }
}
