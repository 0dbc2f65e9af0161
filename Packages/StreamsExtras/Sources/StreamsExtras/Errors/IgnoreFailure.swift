extension Publisher {
  /// Finishes, or stays silent, when its upstream fails. Demand: forwarded.
  ///
  /// - Parameter completeImmediately: Whether to finish when the upstream fails. If false, nothing is sent after that.
  @_alwaysEmitIntoClient public func ignoreFailure(
    completeImmediately: Bool = true
  ) -> Publishers.Catch<Self, Empty<Output, Never>> {
    self.catch { _ in Empty(completeImmediately: completeImmediately) }
  }

  /// Finishes when its upstream fails: `ignoreFailure()` under its name in Reactor and RxJava.
  @_alwaysEmitIntoClient public func onErrorComplete() -> Publishers.Catch<Self, Empty<Output, Never>> {
    ignoreFailure()
  }

  /// Finishes when its upstream fails with an error that `shouldFinish` accepts. Other errors are forwarded.
  @_alwaysEmitIntoClient public func onErrorComplete(
    where shouldFinish: @escaping (Failure) -> Bool
  ) -> some Publisher<Output, Failure> {
    self.catch { error in
      shouldFinish(error) ? AnyPublisher<Output, Failure>(Empty()) : AnyPublisher(Fail(error: error))
    }
  }

  /// Sends `value` and finishes when its upstream fails: RxSwift's name for Combine's `replaceError(with:)`.
  @_alwaysEmitIntoClient public func catchAndReturn(_ value: Output) -> Publishers.ReplaceError<Self> {
    replaceError(with: value)
  }
}
