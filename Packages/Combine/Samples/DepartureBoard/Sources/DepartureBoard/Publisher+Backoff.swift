import Combine

extension Publisher where Failure == TransitError {
  /// Subscribes again after a transient failure, each time after twice the delay.
  public func retry<S: Scheduler>(
    _ times: Int, after delay: S.SchedulerTimeType.Stride, on scheduler: S
  ) -> AnyPublisher<Output, TransitError> {
    self.catch { failure -> AnyPublisher<Output, TransitError> in
      guard times > 0, failure.isTransient else { return Fail(error: failure).eraseToAnyPublisher() }
      return Just(())
        .delay(for: delay, scheduler: scheduler)
        .setFailureType(to: TransitError.self)
        .flatMap { self.retry(times - 1, after: delay + delay, on: scheduler) }
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
