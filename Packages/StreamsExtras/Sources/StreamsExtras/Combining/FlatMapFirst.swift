extension Publisher {
  /// Turns a value into a publisher and sends its values. Values that come before it has finished are dropped.
  ///
  /// Use it for work that must not start twice, such as a refresh. It finishes when its upstream has finished and no publisher
  /// is running. RxJS calls it `exhaustMap`.
  ///
  /// Demand: unlimited for the upstream. A publisher that waits for a request is running, too.
  @inlinable public func flatMapFirst<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> some Publisher<P.Output, Failure> where P.Failure == Failure {
    Deferred {
      let isRunning = Latest(false)
      return
        self
        .filter { _ in isRunning.exchange(true) == false }
        .flatMap { value in
          transform(value).handleEvents(receiveCompletion: { _ in isRunning.set(false) })
        }
    }
  }
}
