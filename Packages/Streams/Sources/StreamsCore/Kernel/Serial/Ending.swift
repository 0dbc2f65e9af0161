/// How a stream has ended, if it has.
///
/// Without the type of the error. Code that is not specialised, such as the deinit of a generic class, looks up two
/// types to destroy an optional completion, but none to destroy this.
@frozen @usableFromInline struct Ending {
  /// Whether the stream has ended.
  @usableFromInline var isSet = false
  /// An ``EndingError``, if the stream has failed.
  @usableFromInline var error: AnyObject?

  @inlinable init() {}

  @inlinable init<Failure: Error>(_ completion: borrowing Subscribers.Completion<Failure>) {
    isSet = true
    if case .failure(let error) = copy completion { self.error = EndingError(error) }
  }

  @inlinable var hasFailed: Bool { error != nil }

  /// The completion of the stream, which must have ended, with an error of this type if it has failed.
  @inlinable func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
    guard let error else { return .finished }
    return .failure(_unsafeUncheckedDowncast(error, to: EndingError<Failure>.self).error)
  }
}

/// An error in an object.
@usableFromInline final class EndingError<Failure: Error> {
  @usableFromInline let error: Failure

  @inlinable init(_ error: Failure) { self.error = error }
}
