/// A source of virtual time: a `Timeline`, or a scheduler that is a view onto one.
///
/// Its extensions feed, record and check streams.
public protocol VirtualTime {
  /// The virtual time.
  var timeline: Timeline { get }
}

extension Timeline: VirtualTime {
  /// This timeline.
  public var timeline: Timeline { self }
}

extension TestScheduler: VirtualTime {}
