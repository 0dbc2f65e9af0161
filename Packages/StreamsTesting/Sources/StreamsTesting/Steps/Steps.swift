/// A sequence of expectations and actions for a stream.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let numbers = scheduler.cold("-1-2|", values: .digits)
/// scheduler.steps(of: numbers)
///   .expectSubscription()
///   .expectNoEvents(for: .milliseconds(1))
///   .expectNext(1)
///   .thenAdvance(by: .milliseconds(2))
///   .expectNext(2)
///   .thenAdvance(by: .milliseconds(1))
///   .expectFinished()
///   .verify()
/// ```
///
/// Nothing happens before `verify()`. On a scheduler, time is virtual and moves only in steps that advance it: an
/// expected event must have arrived by then. `publisher.steps()` does the same in real time, and waits for each
/// expected event, up to ``WaitTimeout/duration``. The first failing step is reported as an issue at its own line, and
/// ends the run.
public struct Steps<Output, Failure: Error> {
  /// A step: a pause, an action and a check, in this order.
  private struct Step {
    let name: String
    let place: SourcePlace
    let pause: Pause
    /// Runs before the check. Needs the form of `verify` with `await`.
    let action: (() async throws -> Void)?
    let check: (Recorder<Output, Failure>) throws -> Void
  }

  private let timeline: Timeline?
  private let start: () -> Recorder<Output, Failure>
  private var steps: [Step] = []

  init(timeline: Timeline?, start: @escaping () -> Recorder<Output, Failure>) {
    self.timeline = timeline
    self.start = start
  }

  /// Returns the steps with one more after them. O(1), amortised, if these are consumed.
  consuming func adding(
    _ name: String, _ place: SourcePlace, pause: Pause = .none,
    check: @escaping (Recorder<Output, Failure>) throws -> Void = { _ in }, action: (() async throws -> Void)? = nil
  ) -> Steps {
    steps.append(Step(name: name, place: place, pause: pause, action: action, check: check))
    return self
  }

  /// Subscribes and runs the steps. At the end, reports unexpected events, and cancels the subscription.
  ///
  /// In real time, it blocks the thread. In a task, use the form with `await`: this one reports an issue there.
  ///
  /// - Returns: Whether all steps succeeded and no other event arrived.
  @discardableResult
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let place = SourcePlace(fileID, filePath, line, column)
    if timeline == nil, isInTask() {
      place.report("Steps in real time would block a task, so none were run; use the form with 'await'.")
      return false
    }
    let recorder = start()
    defer { recorder.cancelAndIgnoreRemainingEvents() }
    for (index, step) in steps.enumerated() {
      do {
        try recorder.check(after: step.pause, at: step.place) {
          guard step.action == nil else { throw Complaint("this step waits: use the form of 'verify' with 'await'") }
          try step.check(recorder)
        }
      } catch {
        return report(error, of: step, number: index + 1, in: recorder)
      }
    }
    return nothingIsLeft(in: recorder, at: place)
  }

  /// Subscribes and runs the steps. Tasks run whenever time moves.
  ///
  /// - Returns: Whether all steps succeeded and no other event arrived.
  @discardableResult
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let recorder = start()
    defer { recorder.cancelAndIgnoreRemainingEvents() }
    for (index, step) in steps.enumerated() {
      do {
        try await recorder.check(after: step.pause, at: step.place) {
          if let action = step.action { try await recorder.perform(action, at: step.place) }
          try step.check(recorder)
        }
      } catch {
        return report(error, of: step, number: index + 1, in: recorder)
      }
    }
    return nothingIsLeft(in: recorder, at: SourcePlace(fileID, filePath, line, column))
  }

  private func report(
    _ error: any Error, of step: Step, number: Int, in recorder: Recorder<Output, Failure>
  ) -> Bool {
    let complaint = error is Complaint ? "\(error)" : "it threw \(error)"
    step.place.report(
      recorder.subscriber.failed(
        "\(recorder.name), step \(number), \(step.name): \(complaint)", wanted: step.name, difference: complaint))
    return false
  }

  private func nothingIsLeft(in recorder: Recorder<Output, Failure>, at place: SourcePlace) -> Bool {
    guard let first = recorder.subscriber.look({ $0.first }) else { return true }
    let came = "\(first.event) at \(shortTime(first.time.nanoseconds))"
    place.report(
      recorder.subscriber.failed(
        "\(recorder.name), after the last step: expected nothing more, got \(came)", wanted: "nothing more",
        difference: "got \(came)", insteadCame: first))
    return false
  }
}

/// The problem of a step or of an order.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension VirtualTime {
  /// Creates steps for `publisher`, in this virtual time.
  ///
  /// `name` is the stream's name in messages, and `demand` the initial demand.
  public func steps<P: Publisher>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps<P.Output, P.Failure> {
    let (timeline, place) = (timeline, SourcePlace(fileID, filePath, line, column))
    return Steps(timeline: timeline) { publisher.record(name, on: timeline, demand: demand, at: place) }
  }
}

extension Publisher {
  /// Creates steps for this publisher, in real time.
  ///
  /// ```swift
  /// import StreamsTesting
  ///
  /// func check() async {
  ///   let numbers = (1...2).publisher.delay(for: .milliseconds(20), scheduler: DispatchQueue(label: "later"))
  ///   await numbers.steps().expectNext(1, 2).expectFinished().verify()
  /// }
  /// await check()
  /// ```
  ///
  /// `name` is the stream's name in messages, and `demand` the initial demand.
  public func steps(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return Steps(timeline: nil) { record(name, demand: demand, at: place) }
  }
}
