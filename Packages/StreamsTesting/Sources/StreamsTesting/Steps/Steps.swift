/// What must happen in a stream, step by step, and what is done between.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let numbers = scheduler.cold("-1-2|", values: .digits)
/// scheduler.steps(of: numbers)
///   .expectSubscription()
///   .expectNoEvent(for: .milliseconds(1))
///   .expectNext(1)
///   .thenAdvance(by: .milliseconds(2))
///   .expectNext(2)
///   .thenAdvance(by: .milliseconds(1))
///   .expectCompletion()
///   .verify()
/// ```
///
/// Nothing happens before ``verify()``. Time is virtual and moves only where a step says so: an event that is expected
/// must have come by then. The first step that does not hold is reported as an issue at its own line, and ends it.
public struct Steps<Output, Failure: Error> {
  /// What the steps work on.
  final class Run {
    let timeline: Timeline
    let recorder: Recorder<Output, Failure>

    init(timeline: Timeline, recorder: Recorder<Output, Failure>) {
      self.timeline = timeline
      self.recorder = recorder
    }
  }

  private struct Step {
    let name: String
    let place: CallPlace
    /// Says what is wrong, if so.
    let perform: (Run) throws -> String?
  }

  private let timeline: Timeline
  private let start: () -> Recorder<Output, Failure>
  private var steps: [Step] = []

  init(timeline: Timeline, start: @escaping () -> Recorder<Output, Failure>) {
    self.timeline = timeline
    self.start = start
  }

  /// The same with a step more.
  func adding(_ name: String, _ place: CallPlace, _ perform: @escaping (Run) throws -> String?) -> Steps {
    var copy = self
    copy.steps.append(Step(name: name, place: place, perform: perform))
    return copy
  }

  /// Subscribes and takes the steps. At the end nothing more may have come; the subscription is cancelled.
  ///
  /// - Returns: Whether all of it held.
  @discardableResult
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let run = Run(timeline: timeline, recorder: start())
    defer { run.recorder.cancelAndIgnoreRest() }
    for (index, step) in steps.enumerated() {
      guard let complaint = complaint(of: step, in: run) else { continue }
      step.place.report(
        "\(run.recorder.name), step \(index + 1), \(step.name): \(complaint)\n\(run.recorder.subscriber.timelineText)")
      return false
    }
    let rest = run.recorder.subscriber.look { events, consumption in consumption.rest(of: events) }
    guard let first = rest.first else { return true }
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    place.report(
      """
      \(run.recorder.name), after the last step: expected nothing more, got \(first.event) at \
      \(shortTime(first.time.nanoseconds))
      \(run.recorder.subscriber.timelineText)
      """)
    return false
  }

  private func complaint(of step: Step, in run: Run) -> String? {
    do {
      return try step.perform(run)
    } catch {
      return "it threw \(error)"
    }
  }
}

extension VirtualTime {
  /// Steps to be taken with `publisher`, on this time.
  ///
  /// - Parameters:
  ///   - publisher: What to subscribe to.
  ///   - name: What to call the stream in messages.
  ///   - demand: How many values to ask for at first.
  public func steps<P: Publisher>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps<P.Output, P.Failure> {
    let time = self
    return Steps(timeline: timeline) {
      time.record(
        publisher, name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
