import Foundation
import StreamsCore

extension Timer {
  /// Returns a publisher that, once connected, repeatedly sends the current date.
  ///
  /// Each subscriber receives as many dates as it has requested, in the order of subscription. Ticks without demand are
  /// dropped. The first tick arrives one interval after connecting. Ticks missed by a busy loop are combined into one.
  /// After disconnecting, the publisher can be connected again.
  ///
  /// The run loop must run. Otherwise nothing is sent.
  ///
  ///     let clock = Timer.publish(every: 1, on: .main, in: .default).autoconnect().sink { print($0) }
  ///
  /// - Parameters:
  ///   - interval: the number of seconds between two ticks, at least 0.1 ms. Traps if it is not a number.
  ///   - tolerance: the number of seconds by which a tick may be late; nil for 0.
  ///   - runLoop: the loop that sends.
  ///   - mode: the mode of the loop in which the ticks are sent.
  ///   - options: not used.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// Repeatedly sends the current date to its subscribers, once connected.
  public final class TimerPublisher: ConnectablePublisher, _OwnPublisher {
    public typealias Output = Date
    public typealias Failure = Never

    /// The number of seconds between two ticks.
    @_alwaysEmitIntoClient public let interval: TimeInterval
    /// The number of seconds by which a tick may be late; nil for 0.
    @_alwaysEmitIntoClient public let tolerance: TimeInterval?
    /// The loop that sends.
    @_alwaysEmitIntoClient public let runLoop: RunLoop
    /// The mode of the loop in which the ticks are sent.
    @_alwaysEmitIntoClient public let mode: RunLoop.Mode
    /// Options for the loop. Not used.
    @_alwaysEmitIntoClient public let options: RunLoop.SchedulerOptions?

    private let subject = PassthroughSubject<Date, Never>()
    private let lock = Lock()
    /// The connection, guarded by `lock`. It ticks until it is cancelled.
    private var connection: AgendaItem?

    /// Creates a publisher that sends the date every `interval` seconds, up to `tolerance` seconds late, on `runLoop`
    /// in `mode`. Traps if a time is not a number.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      requireNumber(interval, "interval", "Timer.publish(every:)")
      requireNumber(tolerance ?? 0, "tolerance", "Timer.publish(every:)")
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    public func _attach(node: _ErasedSubscriber<Date, Never>) {
      subject.receive(
        subscriber: AnySubscriber(
          receiveSubscription: { [interval, tolerance] in
            node.receive(
              subscription: TimerSubscription($0, node, interval: interval, tolerance: tolerance))
          },
          receiveValue: { node.receive($0) }))
    }

    /// Starts the ticks, unless the publisher is connected already. Cancel the returned value to stop them. The
    /// subscribers stay attached.
    public func connect() -> any Cancellable {
      let agenda = runLoop.agenda(in: mode)
      return lock.withLock {
        if let connection, agenda.contains(connection) { return connection }
        let first = Date(timeIntervalSinceNow: Swift.max(interval, 0))
        let tick = { [subject] in subject.send(Date()) }
        let item = agenda.add(tick, at: first, every: interval, tolerance: tolerance ?? 0)
        connection = item
        return item
      }
    }
  }
}

/// A subscription to a timer.
private final class TimerSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// The subscription to the subject that delivers the ticks.
  private let delivery: any Subscription
  private let interval: TimeInterval
  private let tolerance: TimeInterval?
  private let lock = Lock()
  /// For the mirror; nil after the cancellation. Guarded by `lock`.
  private var downstream: Any?

  init(_ delivery: any Subscription, _ downstream: Any, interval: TimeInterval, tolerance: TimeInterval?) {
    self.delivery = delivery
    self.downstream = downstream
    self.interval = interval
    self.tolerance = tolerance
  }

  func request(_ demand: Subscribers.Demand) { if demand != .none { delivery.request(demand) } }
  func cancel() {
    _ = lock.withLock { downstream.take() }
    delivery.cancel()
  }

  var description: String { "Timer" }
  var playgroundDescription: Any { description }
  var customMirror: Mirror {
    let downstream = lock.withLock { self.downstream }
    return Mirror(
      self, children: ["downstream": downstream as Any, "interval": interval, "tolerance": tolerance as Any])
  }
}
