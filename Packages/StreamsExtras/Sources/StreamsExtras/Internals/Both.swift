/// Cancels two objects. For few objects it takes less time than an array.
@usableFromInline final class Both: Cancellable {
  private let first: any Cancellable & AnyObject
  private let second: any Cancellable & AnyObject

  private init(_ first: any Cancellable & AnyObject, _ second: any Cancellable & AnyObject) {
    (self.first, self.second) = (first, second)
  }

  @usableFromInline func cancel() {
    first.cancel()
    second.cancel()
  }

  /// An object that cancels `second`, after `first` if there is one.
  static func of(_ first: (any Cancellable & AnyObject)?, _ second: any Cancellable & AnyObject)
    -> any Cancellable & AnyObject
  { if let first { Both(first, second) } else { second } }
}
