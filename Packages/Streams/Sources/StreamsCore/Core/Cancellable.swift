/// An activity that can be stopped, such as a subscription, a timer, or scheduled work.
///
/// `cancel()` may be called from any thread and more than once. Only the first call has an effect.
public protocol Cancellable {
  /// Stops the activity and releases its resources.
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
