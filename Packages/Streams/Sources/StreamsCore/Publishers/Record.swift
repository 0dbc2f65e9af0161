/// Sends recorded values to each subscriber, on demand, and then the recorded end.
public struct Record<Output, Failure: Error>: OwnPublisher {
  /// The values and the completion to send.
  public let recording: Recording

  /// Creates a publisher of the recording that `record` fills.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Creates a publisher of `recording`.
  public init(recording: Recording) { self.recording = recording }

  /// Creates a publisher of `output` and then `completion`.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    if S.isCustom { return _attach(node: subscriber._erased()) }
    if recording.output.isEmpty {
      subscriber.receive(only: recording.completion)
    } else {
      subscriber.receive(subscription: RecordSource(recording, subscriber._erased()))
    }
  }
}

extension Record {
  /// A list of values and a completion.
  public struct Recording {
    public typealias Input = Output

    /// The values.
    public private(set) var output: [Output]
    /// The completion. It is `finished` until another one is recorded.
    public private(set) var completion: Subscribers.Completion<Failure>
    /// Whether values may be added.
    private var isOpen = false

    /// Creates an empty recording, which can receive values and a completion.
    public init() {
      output = []
      completion = .finished
      isOpen = true
    }

    /// Creates a complete recording.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
    }

    /// Adds a value. Traps if the recording is complete.
    public mutating func receive(_ input: Input) {
      require(isOpen, "Record.Recording", "no value may be received after the completion")
      output.append(input)
    }

    /// Ends the recording. Traps if it is complete.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      require(isOpen, "Record.Recording", "a completion may be received only once")
      isOpen = false
      self.completion = completion
    }

    private enum CodingKeys: String, CodingKey {
      case output
      case completion
    }
  }
}

extension Record: Encodable where Output: Encodable, Failure: Encodable {}
extension Record: Decodable where Output: Decodable, Failure: Decodable {}
extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {}
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {}

extension Record.Recording where Output: Encodable, Failure: Encodable {
  /// Encodes the recording, like `encode(to:)`.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}

/// The subscription of ``Record``. The thread that raises the demand from zero delivers, and owns the other properties
/// while it does.
private final class RecordSource<Output, Failure: Error>: ErasedSubscription {
  private let demand = DemandWord()
  private let completion: Subscribers.Completion<Failure>
  private var output: [Output]
  /// The number of values sent.
  private var sent = 0
  /// Guards what is released at the end against mirrors, which any thread may read.
  private let lock = Lock()
  private var downstream: _ErasedSubscriber<Output, Failure>?

  init(_ recording: Record<Output, Failure>.Recording, _ downstream: _ErasedSubscriber<Output, Failure>) {
    completion = recording.completion
    output = recording.output
    self.downstream = downstream
    super.init { me, demand in
      Unmanaged<RecordSource>.fromOpaque(me)._withUnsafeGuaranteedRef { me in
        if let demand { me.serve(demand) } else if me.demand.end() == 0 { me.clear() }
      }
    }
  }

  private func clear() {
    var former: [Output] = []
    lock.withLock { swap(&former, &output) }
    downstream = nil
  }

  private func serve(_ more: Subscribers.Demand) {
    guard more != .none, demand.add(more) == 0, let downstream else { return }
    while sent < output.count {
      let value = output[sent]
      sent += 1
      let more = downstream.receive(value)
      if more != .none { _ = demand.add(more) }
      if sent == output.count { break }
      guard let left = demand.subtract(1) else { return clear() }
      if left == 0 { return }
    }
    let wasOver = demand.end().isOver
    let last = output
    clear()
    if !wasOver { downstream.receive(completion: completion) }
    // Released after the completion, because a value's deinit may cancel.
    withExtendedLifetime(last) {}
  }

  /// The values, also those sent already; nil after the end.
  private var values: [Output]? {
    let kept = lock.withLock { output }
    return kept.isEmpty ? nil : kept
  }

  override var description: String { values?.description ?? "Cancelled Events" }
  override var customMirror: Mirror {
    Mirror(
      self, children: [("sequence", (values ?? []) as Any), ("completion", completion as Any)],
      ancestorRepresentation: .suppressed)
  }
}
