/// Sends an event before an object changes.
///
/// Each ``ObservableObject`` has one by default. Its `@Published` properties send on it before they change.
public final class ObservableObjectPublisher: OwnPublisher {
  public typealias Output = Void
  public typealias Failure = Never

  @_alwaysEmitIntoClient let core = SubjectCore<Void, Never>("ObservableObjectPublisher", countsDemand: false)

  /// Creates a publisher without subscribers.
  public init() {}

  @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Void, Never>) { core.add(node, parent: self) }

  /// Notifies the subscribers that the object is about to change.
  @_alwaysEmitIntoClient public func send() { core.send(()) }
}

// Its state is guarded by its core.
extension ObservableObjectPublisher: @unchecked Sendable {}
