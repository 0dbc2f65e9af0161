/// What has virtual time: a `Timeline`, or a scheduler that is a view onto one.
///
/// On it streams are fed, recorded and expected.
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
