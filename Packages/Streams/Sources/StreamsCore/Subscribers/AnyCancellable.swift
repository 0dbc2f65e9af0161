import Synchronization

// Sendable although its content may not be: `cancel()` may be called from any thread by contract, and one atomic word
// guards the rest.

/// Holds an activity, and cancels it on `cancel()` or when deinitialised.
public final class AnyCancellable: Cancellable, @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  /// The action; used by `init` and by the thread that sets `isTaken`.
  @exclusivity(unchecked) private var action: (() -> Void)?
  /// A sink instead of an action. It is released when it completes. The reference belongs to the thread that sets
  /// `isTaken`.
  private unowned(unsafe) let sink: (any Cancellable & AnyObject)?

  /// Creates a cancellable that calls `cancel` once, when it is cancelled or released.
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
    sink = nil
  }

  /// Creates a cancellable that cancels `canceller` once, when it is cancelled or released.
  public init<C: Cancellable>(_ canceller: C) {
    action = { canceller.cancel() }
    sink = nil
  }

  /// Creates a cancellable that holds `sink` until it completes.
  init(sink: any Cancellable & AnyObject) {
    self.sink = sink
    _ = Unmanaged<AnyObject>.passRetained(sink)
  }

  deinit { cancel() }

  /// Cancels the activity. Further calls do nothing.
  public func cancel() {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if let sink {
      sink.cancel()
      Unmanaged<AnyObject>.passUnretained(sink).release()
    } else {
      let action = action
      self.action = nil
      action?()
    }
  }

  /// Returns true if the completed sink must release the reference held here.
  func takeSink() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

extension AnyCancellable: Hashable {
  /// Whether both values are the same object.
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
