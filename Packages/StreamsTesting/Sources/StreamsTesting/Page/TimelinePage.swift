/// A page that shows the events of a timeline, to step through in a browser. ``html`` is one self-contained file.
///
/// A failed expectation creates its own page, see ``FailurePages``. Create one yourself from a recording with
/// ``Recording/page(title:)``, or from a whole timeline with `timeline.page()`.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers")
/// scheduler.run()
/// print(recorder.consumeAll().page(title: "Two numbers").html.prefix(15))
/// // <!doctype html>
/// ```
public struct TimelinePage: Sendable, Hashable {
  /// The title.
  package var title: String
  /// The message of a failure, and the place of the expectation.
  package var message = ""
  package var place: SourcePlace?
  /// The virtual time, in nanoseconds, if it is marked.
  package var now: Int64?
  /// The rows, from the top.
  package var lanes: [Lane]

  /// One row: a stream, or an item of work of the timeline.
  package struct Lane: Sendable, Hashable {
    package var name: String
    /// The rows below a heading belong together.
    package var heading = "Streams"
    /// Its origin and state, and the place that created it.
    package var note = ""
    package var place: SourcePlace?
    /// The events, oldest first.
    package var events: [Event]
  }

  /// An event in one lane.
  package struct Event: Sendable, Hashable {
    package enum Kind: Sendable {
      case value, finished, failure, subscription, cancellation, request
      /// The expectation at that time, and the difference of the actual events, in words.
      case wish, words
      case scheduled, ran, dropped
      /// A run that is known only by its due time, because nothing was logged.
      case due
      /// Work that had not run when the page was made, at its due time.
      case pending
    }

    /// The time, in nanoseconds since the timeline's beginning.
    package var time: Int64
    package var kind: Kind
    package var label = ""
    /// The place that scheduled or requested it, or other words about its origin.
    package var origin: String?
    /// The number of a run of work, and of the run that scheduled or cancelled the work, if known.
    package var run: Int?
    package var cause: Int?
    /// The label of the other event, if the expected and the actual one differ; empty if there is no other.
    package var other: String?
  }
}
