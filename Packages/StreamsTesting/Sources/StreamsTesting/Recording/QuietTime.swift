/// A time on a timeline in which no event may arrive. Its last instant belongs to the time that follows.
struct QuietTime {
  /// The distance to advance before the check.
  let watched: Duration
  /// The distance to advance after the check.
  let rest: Duration

  init(_ length: Duration) {
    rest = min(.nanoseconds(1), max(.zero, length))
    watched = max(.zero, length) - rest
  }
}
