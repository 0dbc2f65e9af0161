@_spi(TestKit) import Schedulers

extension Publisher {
  /// Subscribes, and records the events in real time.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - exhaustive: Whether all events must be consumed, see ``Recorder``.
  ///   - answer: Returns the demand for each value; none by default.
  /// - Returns: The recorder. When it is deinitialised, the stream is cancelled.
  @inlinable public func record(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return record(name, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }

  /// Subscribes, and records the events, on the timeline or in real time.
  @inlinable func record(
    _ name: String, on timeline: Timeline? = nil, demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    answer: ((Output) -> Subscribers.Demand)? = nil, at place: SourcePlace
  ) -> Recorder<Output, Failure> {
    let subscriber = RecordingSubscriber<Output, Failure>(
      name: name, timeline: timeline, demand: demand, answer: answer, isExhaustive: exhaustive, place: place)
    subscriber.whileSubscribing { subscribe(subscriber) }
    return Recorder(subscriber)
  }
}

extension VirtualTime {
  /// Subscribes to `publisher`, and records the events with their virtual times.
  ///
  /// `name` is the stream's name in messages, `demand` the initial demand, and `answer` returns the demand for each
  /// value, none by default. If `exhaustive`, all events must be consumed, see ``Recorder``. When the recorder is
  /// deinitialised, the stream is cancelled.
  @inlinable public func record<P: Publisher>(
    _ publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((P.Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<P.Output, P.Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return publisher.record(name, on: timeline, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }
}

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
/// deinitialised, the stream is cancelled, and events that were not consumed are reported as an issue at the line that
/// created the recorder.
public final class Recorder<Output, Failure: Error>: Cancellable, @unchecked Sendable {
  let subscriber: RecordingSubscriber<Output, Failure>

  @usableFromInline init(_ subscriber: RecordingSubscriber<Output, Failure>) {
    self.subscriber = subscriber
    LeakScope.current?.watch(self)
    subscriber.timeline?.streams.add(subscriber) { [weak self] in
      guard let self else { return nil }
      var lane = received.lane()
      lane.place = subscriber.place
      lane.note = "recorded at \(subscriber.place.fileAndLine)"
      return lane
    }
  }

  deinit {
    subscriber.timeline?.streams.remove(subscriber)
    cancel()
    ensureAllEventsConsumed()
  }

  /// The stream's name in messages.
  package var name: String { subscriber.name }

  /// The events so far. Reading them consumes nothing.
  public var received: Recording<Output, Failure> { subscriber.recording }

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

  /// Requests `demand` more values. Pages show the line of the call, or that of the recorder if the
  /// subscription has not arrived.
  public func request(
    _ demand: Subscribers.Demand, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    subscriber.request(demand, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Cancels the subscription. Events that were not consumed still count.
  public func cancel() { subscriber.cancel() }
}
