/// Sends recorded values to each subscriber, on demand, and then the recorded end.
public struct Record<Output, Failure: Error>: OwnPublisher {
  /// The values and the completion to send.
  @_alwaysEmitIntoClient public let recording: Recording

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

  public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    var iterator = recording.output.makeIterator()
    guard let first = iterator.next() else { return node.receive(only: recording.completion) }
    node.receive(
      subscription: SequenceSource(
        recording.output, first, iterator, node, ending: Ending(recording.completion), isRecord: true))
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
  }
}

extension Record: Encodable where Output: Encodable, Failure: Encodable {
  public func encode(to encoder: any Encoder) throws { try encoder.encode(recording, as: .recording) }
}

extension Record: Decodable where Output: Decodable, Failure: Decodable {
  public init(from decoder: any Decoder) throws { recording = try decoder.value(of: .recording) }
}

extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {
  public init(from decoder: any Decoder) throws {
    output = try decoder.value(of: .output)
    completion = try decoder.value(of: .completion)
  }
}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(output, as: .output)
    try encoder.encode(completion, as: .completion)
  }

  /// Encodes the recording, like `encode(to:)`.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
