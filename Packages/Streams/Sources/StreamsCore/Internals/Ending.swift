/// How a stream has ended, if it has.
///
/// Its layout does not depend on `Failure`. Code that is not specialised, such as the deinit of a class in a debug build,
/// looks up two types to destroy an optional completion, but none to destroy this.
@frozen @usableFromInline struct Ending<Failure: Error> {
  /// Whether the stream has ended.
  @usableFromInline var isSet = false
  @usableFromInline var hasFailed = false
  /// The error, if the stream has failed, otherwise empty.
  @usableFromInline var error: ContiguousArray<Failure> = []

  @inlinable init() {}

  @inlinable init(_ completion: borrowing Subscribers.Completion<Failure>) {
    isSet = true
    if case .failure(let error) = copy completion {
      hasFailed = true
      self.error = [error]
    }
  }

  @inlinable static var finished: Ending {
    var ending = Ending()
    ending.isSet = true
    return ending
  }

  /// The completion of the stream, which must have ended.
  @inlinable var completion: Subscribers.Completion<Failure> { hasFailed ? .failure(error[0]) : .finished }
}
