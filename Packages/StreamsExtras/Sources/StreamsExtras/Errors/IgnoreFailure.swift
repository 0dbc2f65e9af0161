extension Publisher {
  /// Sends values only: a failure becomes a finish, or silence.
  ///
  /// - Parameter completeImmediately: Whether to finish when the upstream fails. With false, nothing more comes then.
  @inlinable public func ignoreFailure(
    completeImmediately: Bool = true
  ) -> Publishers.Catch<Self, Empty<Output, Never>> {
    self.catch { _ in Empty(completeImmediately: completeImmediately) }
  }

  /// Finishes where its upstream fails. The same as `ignoreFailure()`, by the name that Reactor and RxJava have for it.
  @inlinable public func onErrorComplete() -> Publishers.Catch<Self, Empty<Output, Never>> { ignoreFailure() }

  /// Finishes where its upstream fails with an error that `shouldFinish` accepts, and passes other errors on.
  @inlinable public func onErrorComplete(
    where shouldFinish: @escaping (Failure) -> Bool
  ) -> some Publisher<Output, Failure> {
    self.catch { error in
      shouldFinish(error) ? AnyPublisher<Output, Failure>(Empty()) : AnyPublisher(Fail(error: error))
    }
  }

  /// Sends `value` and finishes where its upstream fails. RxSwift's name for Combine's `replaceError(with:)`.
  @inlinable public func catchAndReturn(_ value: Output) -> Publishers.ReplaceError<Self> { replaceError(with: value) }
}
