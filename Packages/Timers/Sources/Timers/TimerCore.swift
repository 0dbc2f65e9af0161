import Foundation
@_spi(Timers) import Schedulers
import Streams

/// The state shared by a timer publisher and its subscriptions.
final class TimerCore<S: Scheduler> {
  private let scheduler: S
  private let interval: S.SchedulerTimeType.Stride
  private let tolerance: S.SchedulerTimeType.Stride?
  private let options: S.SchedulerOptions?
  private let delay: S.SchedulerTimeType.Stride
  private let count: Int?
  private let missedTicks: MissedTicks
  private let place: SourcePlace

  private let lock = NSLock()
  private typealias Subject = PassthroughSubject<S.SchedulerTimeType, Never>
  /// One for each subscriber, in order of subscription: ticks of two connections can come from two threads at once, and a
  /// subject does not deliver two values at once. Guarded by `lock`.
  private var subjects: [Subject] = []
  /// The subjects whose subscribers are receiving their subscription. Guarded by `lock`.
  private var subscribing: [Subject] = []
  /// Guarded by `lock`.
  private var connection: Connection?
  /// The connection that has sent its last tick, until it is cancelled or replaced by another one. Guarded by `lock`.
  private var ended: Connection?

  /// A series of ticks. Its identity distinguishes them from the ticks of an earlier connection. Guarded by the core's
  /// lock.
  private final class Connection {
    /// The time of the first tick, from which the others are counted.
    var first: S.SchedulerTimeType
    var counter: TickCounter
    /// The number of remaining ticks; nil for no limit.
    var left: Int?
    /// The scheduled action. Nil until the scheduler has returned it, and after the end.
    var repetition: (any Cancellable)?
    /// Whether the timer is being scheduled.
    var isStarting = false
    /// How often the timer was scheduled or restarted. The last time counts, because an immediate tick may schedule it
    /// again.
    var starts = 0
    /// The tick for which the timer was scheduled again after an early call.
    var retried: Int64?
    /// Whether it has been cancelled.
    var isCancelled = false

    init(first: S.SchedulerTimeType, counter: TickCounter, left: Int?) {
      self.first = first
      self.counter = counter
      self.left = left
    }
  }

  init(
    scheduler: S, interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride?,
    options: S.SchedulerOptions?, delay: S.SchedulerTimeType.Stride, count: Int?, missedTicks: MissedTicks,
    place: SourcePlace
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.tolerance = tolerance
    self.options = options
    self.delay = delay
    self.count = count
    self.missedTicks = missedTicks
    self.place = place
  }

  // MARK: Subscriptions

  func add<Downstream: Subscriber>(_ subscriber: Downstream)
  where Downstream.Input == S.SchedulerTimeType, Downstream.Failure == Never {
    let subject = Subject()
    lock.withLock {
      subscribing.append(subject)
      if ended == nil { subjects.append(subject) }
    }
    subject.handleEvents(receiveCancel: { [weak self, weak subject] in self?.remove(subject) }).subscribe(subscriber)
    // If the timer has finished meanwhile, or the subscriber has cancelled and receives nothing.
    let isOver = lock.withLock {
      subscribing.removeAll { $0 === subject }
      return !subjects.contains { $0 === subject }
    }
    if isOver { subject.send(completion: .finished) }
  }

  private func remove(_ subject: Subject?) {
    lock.withLock { subjects.removeAll { $0 === subject } }
  }

  // MARK: Connection

  func connect() -> any Cancellable {
    let new = Connection(
      first: scheduler.now.advanced(by: delay),
      counter: TickCounter(interval: interval.roundedNanoseconds, missed: missedTicks), left: count)
    // The old connection is released outside the lock: its time may run user code.
    let (running, former) = lock.withLock {
      defer { ended = nil }
      if connection == nil { connection = new }
      return (connection ?? new, ended)
    }
    withExtendedLifetime(former) {}
    if running === new { start(new, at: new.first) }
    return Disconnection { [self] in
      lock.withLock { running.isCancelled = true }
      disconnect(running)
    }
  }

  /// Stops the ticks when it is cancelled, but not when it is released.
  private struct Disconnection: Cancellable {
    let action: () -> Void
    func cancel() { action() }
  }

  private func start(_ connection: Connection, at time: S.SchedulerTimeType) {
    let number = lock.withLock {
      connection.isStarting = true
      connection.starts += 1
      return connection.starts
    }
    let repetition = scheduler.schedule(
      after: time, interval: interval,
      tolerance: tolerance ?? scheduler.minimumTolerance, options: options, name: "Publishers.Timer", at: place
    ) { [self] in tick(connection, start: number) }
    let isRunning = lock.withLock {
      guard connection.starts == number else { return false }
      connection.isStarting = false
      guard self.connection === connection else { return false }
      connection.repetition = repetition
      return true
    }
    if !isRunning { repetition.cancel() }
  }

  private func disconnect(_ old: Connection) {
    let repetition = lock.withLock {
      if connection === old { connection = nil }
      if ended === old { ended = nil }
      defer { old.repetition = nil }
      return old.repetition
    }
    repetition?.cancel()
  }

  // MARK: Ticks

  private func tick(_ connection: Connection, start number: Int) {
    let now = scheduler.now
    guard let elapsed = elapsed(of: connection, start: number, at: now) else { return }
    let decision = lock.withLock { () -> (TickCounter.Answer, Bool)? in
      guard isCurrent(connection, start: number) else { return nil }
      var answer = connection.counter.answer(at: elapsed, isAtOnce: connection.isStarting)
      // Now: it may also call while the subscribers receive this tick.
      if answer.restarts { connection.starts += 1 }
      guard let left = connection.left else { return (answer, false) }
      answer.ticks = min(answer.ticks, left)
      connection.left = left - answer.ticks
      return (answer, left == answer.ticks)
    }
    guard let (answer, isLast) = decision else { return }
    if isLast { disconnect(connection) }
    for _ in 0..<answer.ticks {
      for subject in lock.withLock({ subjects }) {
        if lock.withLock({ connection.isCancelled }) { return }
        subject.send(now)
      }
    }
    if isLast {
      let finished = lock.withLock {
        guard !connection.isCancelled else { return [] as [Subject] }
        defer { subjects = [] }
        // Unless the last tick has started a new connection.
        if self.connection == nil { ended = connection }
        return subjects.filter { subject in !subscribing.contains { $0 === subject } }
      }
      for subject in finished { subject.send(completion: .finished) }
    } else if answer.restarts {
      restart(connection, at: now.advanced(by: interval))
    } else {
      catchUp(connection, start: number, isEarly: answer.ticks == 0)
    }
  }

  /// Returns the time since the first tick. Computed outside the lock, because the scheduler's types may run user code. Nil if
  /// the timer has been cancelled or started again: a concurrent scheduler may still call then.
  private func elapsed(of connection: Connection, start number: Int, at now: S.SchedulerTimeType) -> Int64? {
    let first = lock.withLock { isCurrent(connection, start: number) ? connection.first : nil }
    return first?.distance(to: now).roundedNanoseconds
  }

  /// The lock must be held.
  private func isCurrent(_ connection: Connection, start number: Int) -> Bool {
    self.connection === connection && connection.starts == number
  }

  /// If the next tick has become due while the last one was sent, schedules it immediately. Dispatch queues call by
  /// themselves, but run loops and operation queues skip ticks that pass during their action. Does nothing during
  /// `start`, which would never return with a scheduler that runs everything immediately.
  ///
  /// - Parameter isEarly: Whether the call came too early, since the clock has been set back. The next one might be too late.
  ///   Counts once for each tick, because the time of a scheduler may lag behind the clock of its actions.
  private func catchUp(_ connection: Connection, start number: Int, isEarly: Bool) {
    guard
      let elapsed = elapsed(of: connection, start: number, at: scheduler.now),
      let (old, first, due) = lock.withLock({ () -> ((any Cancellable)?, S.SchedulerTimeType, Int64)? in
        guard isCurrent(connection, start: number), !connection.isStarting else { return nil }
        guard
          let due = connection.counter.due, due <= elapsed || isEarly && due != connection.retried
        else { return nil }
        if isEarly { connection.retried = due }
        defer { connection.repetition = nil }
        return (connection.repetition, connection.first, due)
      })
    else { return }
    old?.cancel()
    start(connection, at: first.advanced(by: .length(nanoseconds: due)))
  }

  /// Continues at the same pace, with the next tick at `first`. Called after the subscribers have received their tick,
  /// because a concurrent scheduler might send the next one meanwhile.
  private func restart(_ connection: Connection, at first: S.SchedulerTimeType) {
    let old = lock.withLock { () -> (repetition: (any Cancellable)?, first: S.SchedulerTimeType)? in
      guard self.connection === connection else { return nil }
      defer { (connection.repetition, connection.first, connection.retried) = (nil, first, nil) }
      return (connection.repetition, connection.first)
    }
    guard let old else { return }
    old.repetition?.cancel()
    start(connection, at: first)
  }
}
