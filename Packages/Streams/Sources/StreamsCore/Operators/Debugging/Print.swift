extension Publisher {
  /// Prints each event on a line, and forwards the event. Also prints requests and cancellations after the end.
  ///
  /// - Parameters:
  ///   - prefix: the start of each line. A colon follows it.
  ///   - stream: the stream to write to; nil for standard output. One thread at a time writes to it.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// Prints each event, and forwards the event.
  public struct Print<Upstream: Publisher>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The start of each line. A colon follows it.
    @_alwaysEmitIntoClient public let prefix: String
    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The stream to write to; nil for standard output.
    @_alwaysEmitIntoClient public let stream: (any TextOutputStream)?

    /// Creates the publisher that `print(_:to:)` returns.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      let printer = Printer(prefix, stream)
      upstream._attach(
        node: Tap(
          "Print", downstream, late: printer,
          onSubscription: { printer.print("receive subscription: (\($0))") },
          onOutput: { printer.print("receive value: (\($0))") },
          onReturn: { printer.print("\(text($0)) (synchronous)") },
          onCompletion: {
            switch $0 {
            case .finished: printer.print("receive finished")
            case .failure(let error): printer.print("receive error: (\(error))")
            }
          },
          onRequest: { printer.request($0) }, onCancel: { printer.cancel() }))
    }
  }
}

private func text(_ demand: Subscribers.Demand) -> String {
  demand.max.map { "request max: (\($0))" } ?? "request unlimited"
}

/// Writes lines in order, one thread at a time. While a thread is writing, other threads leave their lines to it.
///
/// As a subscription, it prints what it is asked.
private final class Printer: Subscription {
  private let prefix: String
  private let drain = SerialDrain()
  /// The pending lines; guarded by the drain's lock.
  private var lines = Ring<String>()
  // These two belong to the thread that writes.
  private var stream: (any TextOutputStream)?
  private var batch = Ring<String>()

  init(_ prefix: String, _ stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    self.stream = stream
  }

  func request(_ demand: Subscribers.Demand) { print(text(demand)) }
  func cancel() { print("receive cancel") }

  func print(_ text: String) {
    let line = prefix + text
    guard drain.enqueue({ lines.append(line) }) else { return }
    while drain.collect({ swap(&batch, &lines) }) == true {
      while !batch.isEmpty { write(batch.removeFirst()) }
    }
  }

  /// Prints like the standard library, which writes an empty string, the line and its terminator one after the other.
  private func write(_ line: String) {
    if stream == nil { return Swift.print(line) }
    stream?.printLine(line)
  }
}

extension TextOutputStream {
  fileprivate mutating func printLine(_ line: String) { Swift.print(line, to: &self) }
}
