/// Expectations of a stream, with actions between them, in order.
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
/// Nothing happens before `verify()`. On a scheduler, time is virtual and moves only where a step says so: an expected
/// event must have arrived by then. `publisher.steps()` does the same in real time, and waits for each expected event,
/// up to ``WaitTimeout/duration``. The first step that fails is reported as an issue at its own line, and ends the run.
public struct Steps<Output, Failure: Error> {
  /// What the steps work on.
  final class Run {
    /// Nil in real time.
    let timeline: Timeline?
    let recorder: Recorder<Output, Failure>
    /// Virtual time that a step has left for the next one.
    var owed: Duration = .zero

    init(timeline: Timeline?, recorder: Recorder<Output, Failure>) {
      self.timeline = timeline
      self.recorder = recorder
    }
  }

  enum Action {
    /// Says what is wrong, if so.
    case check((Run) throws -> String?)
    /// Needs the form of `verify` that waits.
    case wait(() async throws -> Void)
  }

  private struct Step {
    let name: String
    let place: CallPlace
    /// What comes before it.
    let pause: Pause
    let perform: Action
  }

  private let timeline: Timeline?
  private let start: () -> Recorder<Output, Failure>
  private var steps: [Step] = []

  init(timeline: Timeline?, start: @escaping () -> Recorder<Output, Failure>) {
    self.timeline = timeline
    self.start = start
  }

  /// The same with a step more.
  func adding(
    _ name: String, _ place: CallPlace, after pause: Pause = .none, _ check: @escaping (Run) throws -> String?
  ) -> Steps {
    adding(name, place, after: pause, .check(check))
  }

  func adding(_ name: String, _ place: CallPlace, after pause: Pause = .none, _ perform: Action) -> Steps {
    var copy = self
    copy.add(name, place, after: pause, perform)
    return copy
  }

  mutating func add(_ name: String, _ place: CallPlace, after pause: Pause, _ perform: Action) {
    steps.append(Step(name: name, place: place, pause: pause, perform: perform))
  }

  /// Subscribes and runs the steps. At the end it reports events that were not expected, and cancels the subscription.
  ///
  /// In real time this blocks the thread. In a task, use the form with `await`: this one reports an issue there.
  ///
  /// - Returns: Whether all steps held.
  @discardableResult
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    if timeline == nil, isInTask() {
      place.report("Steps in real time would block a task, so none were run; use the form with 'await'.")
      return false
    }
    let run = Run(timeline: timeline, recorder: start())
    defer { run.recorder.cancelAndIgnoreRemainingEvents() }
    for (index, step) in steps.enumerated() {
      let result = Result { () throws -> String? in
        try run.pass(step.pause, at: step.place)
        switch step.perform {
        case .check(let check): return try check(run)
        case .wait: return "this step waits: use the form of 'verify' with 'await'"
        }
      }
      guard holds(result, of: step, number: index + 1, in: run) else { return false }
    }
    try? run.pass(.none, at: place)
    return nothingIsLeft(in: run, at: place)
  }

  /// Subscribes and runs the steps, with tasks whenever time moves. At the end it reports events that were not
  /// expected, and cancels the subscription.
  ///
  /// - Returns: Whether all steps held.
  @discardableResult
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let run = Run(timeline: timeline, recorder: start())
    defer { run.recorder.cancelAndIgnoreRemainingEvents() }
    for (index, step) in steps.enumerated() {
      let result: Result<String?, any Error>
      do {
        try await run.pass(step.pause, at: step.place)
        switch step.perform {
        case .check(let check): result = .success(try check(run))
        case .wait(let action):
          try await action()
          result = .success(nil)
        }
      } catch {
        result = .failure(error)
      }
      guard holds(result, of: step, number: index + 1, in: run) else { return false }
    }
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    try? await run.pass(.none, at: place)
    return nothingIsLeft(in: run, at: place)
  }

  /// Reports what is wrong with a step, if anything.
  private func holds(_ result: Result<String?, any Error>, of step: Step, number: Int, in run: Run) -> Bool {
    let complaint: String? =
      switch result {
      case .success(let complaint): complaint
      case .failure(let error): "it threw \(error)"
      }
    guard let complaint else { return true }
    step.place.report(
      "\(run.recorder.name), step \(number), \(step.name): \(complaint)\n\(run.recorder.subscriber.timelineText)"
        + FailurePages.note { run.recorder.received.page(expected: step.name, at: run.timeline?.now) })
    return false
  }

  /// Reports what has come after the last step, if anything.
  private func nothingIsLeft(in run: Run, at place: CallPlace) -> Bool {
    let rest = run.recorder.subscriber.look { events, consumption in consumption.first(of: events) }
    guard let first = rest else { return true }
    let page = FailurePages.note {
      run.recorder.received.page(expected: "nothing more", at: first.time, insteadCame: first)
    }
    place.report(
      """
      \(run.recorder.name), after the last step: expected nothing more, got \(first.event) at \
      \(shortTime(first.time.nanoseconds))
      \(run.recorder.subscriber.timelineText)\(page)
      """)
    return false
  }
}

extension VirtualTime {
  /// Creates steps for `publisher`, in this virtual time.
  ///
  /// - Parameters:
  ///   - publisher: The publisher to subscribe to.
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
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

extension Publisher {
  /// Creates steps for this publisher, in real time.
  ///
  /// ```swift
  /// import Dispatch
  /// import StreamsTesting
  ///
  /// func check() async {
  ///   let numbers = (1...2).publisher.delay(for: .milliseconds(20), scheduler: DispatchQueue(label: "later"))
  ///   await numbers.steps().expectNext(1, 2).expectFinished().verify()
  /// }
  /// await check()
  /// ```
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  public func steps(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps<Output, Failure> {
    Steps(timeline: nil) {
      record(name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
