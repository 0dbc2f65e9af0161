// Sendable because the lock of the subscriber guards all mutable state.
/// Records the events of a stream with their times, for a test to check.
///
/// Create one with `publisher.record()`, or on a timeline with `scheduler.record(publisher)`:
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits))
/// scheduler.run()
/// print(try recorder.next().get(), try recorder.next().get())
/// try recorder.finished.get()
/// // 1 2
/// ```
///
/// It is exhaustive by default: the test must consume every value and the completion. When the recorder is
/// deinitialised, or at the end of its scope, the stream is cancelled, and events that were not consumed are reported
/// as an issue at the line that created the recorder.
public final class Recorder<Output, Failure: Error>: Cancellable, @unchecked Sendable {
  /// The stream's name in messages.
  package let name: String
  let subscriber: RecordingSubscriber<Output, Failure>

  @usableFromInline init(_ subscriber: RecordingSubscriber<Output, Failure>) {
    self.subscriber = subscriber
    name = subscriber.name
    LeakScope.current?.watch(self)
    subscriber.timeline?.streams.add(subscriber) { [weak self] in
      guard let self else { return nil }
      var lane = received.lane
      lane.note = "recorded at \(subscriber.place)"
      return lane
    }
  }

  deinit {
    subscriber.timeline?.streams.remove(subscriber)
    endScope()
  }

  /// The events so far. Reading them consumes nothing.
  public var received: Recording<Output, Failure> { subscriber.recording }

  /// The events so far, with their times. Reading them consumes nothing.
  public var events: [Recorded<Output, Failure>] { received.events }

  /// The values so far. Reading them consumes nothing.
  public var values: [Output] { subscriber.look { $0.values } }

  /// Returns all events so far, and consumes them.
  @discardableResult
  public func consumeAll() -> Recording<Output, Failure> {
    let recording = received
    subscriber.look { $0.consume(through: recording.events.count) }
    return recording
  }

  /// Whether the stream has not ended and is not cancelled.
  public var isAlive: Bool { subscriber.isAlive }

  /// Requests `demand` more values. Pages show the line of the call.
  public func request(
    _ demand: Subscribers.Demand, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    subscriber.request(demand, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Cancels the subscription. Events that were not consumed still count.
  public func cancel() { subscriber.cancel() }
}
