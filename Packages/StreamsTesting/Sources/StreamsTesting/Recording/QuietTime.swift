/// A time on a timeline in which nothing may come. Its last instant belongs to what follows.
struct QuietTime {
  /// How far to advance before looking.
  let watched: Duration
  /// How far afterwards.
  let rest: Duration

  init(_ length: Duration) {
    rest = min(.nanoseconds(1), max(.zero, length))
    watched = max(.zero, length) - rest
  }
}
