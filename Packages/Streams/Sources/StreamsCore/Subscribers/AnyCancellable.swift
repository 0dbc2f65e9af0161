import Synchronization

/// Holds an activity, and cancels it on `cancel()` or when it is deinitialised.
// Sendable although what it holds may not be: `cancel()` may be called from any thread by contract, and access to
// the rest is decided by one atomic word.
public final class AnyCancellable: Cancellable, @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  /// What to do; used by `init` and by the thread that sets `isTaken`.
  @exclusivity(unchecked) private var action: (() -> Void)?
  /// Or a sink, which is released when it completes. The one reference belongs to the thread that sets `isTaken`.
  private unowned(unsafe) let sink: (any SinkHandle)?

  /// Calls `cancel` once, when it is cancelled or released.
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
    sink = nil
  }

  /// Cancels `canceller` once, when it is cancelled or released.
  public init<C: Cancellable>(_ canceller: C) {
    action = { canceller.cancel() }
    sink = nil
  }

  /// Holds `sink` until it completes.
  @usableFromInline init(sink: any SinkHandle) {
    self.sink = sink
    sink.attach(self)
    _ = Unmanaged<AnyObject>.passRetained(sink)
  }

  deinit { cancel() }

  /// Cancels what it keeps going, once; a further call does nothing.
  public func cancel() {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if let sink {
      if !sink.cancelFirst() { sink.detach() }
      Unmanaged<AnyObject>.passUnretained(sink).release()
    } else {
      let action = action
      self.action = nil
      action?()
    }
  }

  /// True if the sink, which has completed, must release the reference that was held here.
  func letGo() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

extension AnyCancellable: Hashable {
  /// Whether both are the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AnyCancellable {
  /// Stores this cancellable in `collection`, which keeps the activity running.
  public final func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Stores this cancellable in `set`, which keeps the activity running.
  public final func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}

/// What an ``AnyCancellable`` knows of the sink that it holds.
@usableFromInline protocol SinkHandle: AnyObject {
  /// Cancels it. False if it was over already: then it may be about to release its cancellable.
  func cancelFirst() -> Bool
  func attach(_ cancellable: AnyCancellable)
  func detach()
}
