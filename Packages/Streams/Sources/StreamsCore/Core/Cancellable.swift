/// Something that can be stopped: a subscription, a timer, a piece of scheduled work.
///
/// `cancel()` may be called from any thread and more than once; what follows the first call has no effect.
public protocol Cancellable {
  /// Stops the activity and releases what it holds.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable in `collection`, which keeps the activity running.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Stores this cancellable in `set`, which keeps the activity running.
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}
