/// A source of virtual time: a `Timeline`, or a scheduler that is a view onto one.
///
/// A test feeds, records and expects streams on it.
public protocol VirtualTime {
  /// The virtual time.
  var timeline: Timeline { get }
}

extension Timeline: VirtualTime {
  /// Itself.
  public var timeline: Timeline { self }
}

extension TestScheduler: VirtualTime {}

extension VirtualTimeScheduler: VirtualTime {}
