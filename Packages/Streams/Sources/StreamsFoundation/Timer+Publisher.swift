import Foundation
import StreamsCore
import StreamsDispatch

extension Timer {
  /// A publisher that, once connected, sends the current date to its subscribers repeatedly.
  ///
  /// Each subscriber gets as many dates as it has requested; a tick without demand is dropped. They are served in the
  /// order in which they have subscribed. The first tick comes one interval after connecting; ticks for which the loop
  /// was not there in time count as one. Disconnected, it can be connected again.
  ///
  /// The run loop must run, or nothing is sent.
  ///
  ///     let clock = Timer.publish(every: 1, on: .main, in: .default).autoconnect().sink { print($0) }
  ///
  /// - Parameters:
  ///   - interval: The number of seconds from tick to tick; less than a tenth of a millisecond counts as that. Traps if
  ///     it is not a number.
  ///   - tolerance: By how many seconds a tick may be late; nil for none.
  ///   - runLoop: The loop that sends.
  ///   - mode: The mode of the loop in which it sends.
  ///   - options: Further options for the loop.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// Sends the current date to its subscribers repeatedly, once connected.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never

    /// The number of seconds from tick to tick.
    public let interval: TimeInterval
    /// By how many seconds a tick may be late; nil for none.
    public let tolerance: TimeInterval?
    /// The loop that sends.
    public let runLoop: RunLoop
    /// The mode of the loop in which it sends.
    public let mode: RunLoop.Mode
    /// Further options for the loop.
    public let options: RunLoop.SchedulerOptions?

    private let ticker = Ticker()

    /// Sends the date every `interval` seconds, at most `tolerance` seconds late, on `runLoop` in `mode`. Traps if one
    /// of them is not a number.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      requireNumbers("Timer.publish(every:)", ["interval": interval, "tolerance": tolerance ?? 0])
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    /// Attaches a subscriber, which gets the ticks that come while the publisher is connected.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      let subscription = TimerSubscription(ticker, Outlet(subscriber), interval: interval, tolerance: tolerance)
      ticker.add(subscription)
      subscriber.receive(subscription: subscription)
    }

    /// Starts the ticks, unless they are running, until the result is cancelled. The subscribers stay attached.
    public func connect() -> any Cancellable {
      ticker.connect(runLoop.agenda(in: mode), every: interval, tolerance: tolerance ?? 0)
    }
  }
}
