extension Publisher {
  /// For each value, sends the result of `transform` for this value and the latest value of `other`.
  ///
  /// Values before the first value of `other` are dropped. After `other` finishes, its latest value is still used. The
  /// stream finishes with its upstream, and fails when either fails.
  ///
  /// Demand: forwarded to the upstream, plus one for each dropped value; unlimited for `other`.
  ///
  /// ```swift
  /// let document = CurrentValueSubject<String, Never>("draft")
  /// let save = PassthroughSubject<Void, Never>()
  /// let saved = save.withLatestFrom(document) { $1 }.sink { print($0) }
  /// document.value = "final"
  /// save.send()  // Prints: final
  /// ```
  @_alwaysEmitIntoClient public func withLatestFrom<Other: Publisher, NewOutput>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> NewOutput
  ) -> some Publisher<NewOutput, Failure> where Other.Failure == Failure {
    Publishers.Create<NewOutput, Failure>("WithLatestFrom") { outbox in
      let latest = Latest<Other.Output>()
      let main = Input<Output, Failure> { _, value in
        guard let other = latest.value else { return .max(1) }
        return outbox.send(transform(value, other))
      } onCompletion: {
        outbox.finish($1)
      }
      let side = Input<Other.Output, Failure>(requesting: .unlimited) {
        latest.set($1)
        return .none
      } onCompletion: {
        if case .failure = $1 { outbox.finish($1, failureOvertakes: true) }
      }
      outbox.addSource(main)
      outbox.add(side)
      outbox.add(latest)
      outbox.start()
      side.subscribe(to: other)
      main.subscribe(to: eraseToAnyPublisher())
    }
  }

  /// Sends the latest value of `other` for each value. Otherwise it is like the form with a closure.
  @_alwaysEmitIntoClient public func withLatestFrom<A>(_ other: some Publisher<A, Failure>) -> some Publisher<
    A, Failure
  > {
    withLatestFrom(other) { $1 }
  }

  /// For each value, sends the result of `transform` for this value and the latest values of two other publishers.
  ///
  /// Values are dropped until both have sent one. Otherwise it is like the form with one other publisher.
  @_alwaysEmitIntoClient public func withLatestFrom<A, B, NewOutput>(
    _ a: some Publisher<A, Failure>, _ b: some Publisher<B, Failure>,
    _ transform: @escaping (Output, (A, B)) -> NewOutput
  ) -> some Publisher<NewOutput, Failure> {
    withLatestFrom(a.combineLatest(b), transform)
  }

  /// Sends the latest values of two other publishers for each value. Values are dropped until both have sent one.
  @_alwaysEmitIntoClient public func withLatestFrom<A, B>(
    _ a: some Publisher<A, Failure>, _ b: some Publisher<B, Failure>
  ) -> some Publisher<(A, B), Failure> {
    withLatestFrom(a.combineLatest(b))
  }

  /// For each value, sends the result of `transform` for this value and the latest values of three other publishers.
  ///
  /// Values are dropped until all three have sent one. Otherwise it is like the form with one other publisher.
  @_alwaysEmitIntoClient public func withLatestFrom<A, B, C, NewOutput>(
    _ a: some Publisher<A, Failure>, _ b: some Publisher<B, Failure>, _ c: some Publisher<C, Failure>,
    _ transform: @escaping (Output, (A, B, C)) -> NewOutput
  ) -> some Publisher<NewOutput, Failure> {
    withLatestFrom(a.combineLatest(b, c), transform)
  }

  /// Sends the latest values of three other publishers for each value. Values are dropped until all three have sent one.
  @_alwaysEmitIntoClient public func withLatestFrom<A, B, C>(
    _ a: some Publisher<A, Failure>, _ b: some Publisher<B, Failure>, _ c: some Publisher<C, Failure>
  ) -> some Publisher<(A, B, C), Failure> {
    withLatestFrom(a.combineLatest(b, c))
  }
}
