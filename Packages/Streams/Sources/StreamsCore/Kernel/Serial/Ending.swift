/// How a stream has ended, if it has.
///
/// Without the type of the error. Code that is not specialised, such as the deinit of a generic class, looks up two
/// types to destroy an optional completion, but none to destroy this.
@frozen @usableFromInline struct Ending {
  /// Whether the stream has ended.
  @_alwaysEmitIntoClient var isSet = false
  /// An ``EndingError``, if the stream has failed.
  @_alwaysEmitIntoClient var error: AnyObject?

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient init<Failure: Error>(_ completion: borrowing Subscribers.Completion<Failure>) {
    isSet = true
    if case .failure(let error) = copy completion { self.error = EndingError(error) }
  }

  @_alwaysEmitIntoClient var hasFailed: Bool { error != nil }

  /// The completion of the stream, which must have ended, with an error of this type if it has failed.
  @_alwaysEmitIntoClient func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
    guard let error else { return .finished }
    return .failure(_unsafeUncheckedDowncast(error, to: EndingError<Failure>.self).error)
  }
}

/// An error in an object.
@usableFromInline final class EndingError<Failure: Error> {
  @_alwaysEmitIntoClient let error: Failure

  @_alwaysEmitIntoClient init(_ error: Failure) { self.error = error }
}
