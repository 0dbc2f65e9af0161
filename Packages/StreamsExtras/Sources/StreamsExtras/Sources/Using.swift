extension Publishers {
  /// Creates a resource for each subscriber and sends the values of a publisher that uses it.
  ///
  /// The resource is released once: just before the completion is sent, or after the publisher has been cancelled.
  /// While that has sent no subscription, it cannot be cancelled, and the resource is kept.
  ///
  /// - Parameters:
  ///   - resource: Creates the resource.
  ///   - release: Releases the resource.
  ///   - publisher: Creates the publisher that uses the resource.
  @_alwaysEmitIntoClient public static func using<Resource, P: Publisher>(
    _ resource: @escaping () -> Resource, release: @escaping (Resource) -> Void,
    _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> {
    Resubscribing("Using") { sequence in
      if sequence.isOver.isSet { return }
      let resource = resource()
      let held = AnyCancellable { release(resource) }
      if sequence.isOver.isSet { return }
      let used = publisher(resource).eraseToAnyPublisher()
      // If the stream has ended meanwhile, both are dropped.
      sequence.lock.withLock { if !sequence.isOver.isSet { (sequence.upstream, sequence.resource) = (used, held) } }
      sequence.next()
    } goesOn: { _, _ in
      false
    }
  }

  /// Creates a resource for each subscriber and sends the values of a publisher that uses it.
  ///
  /// The resource is cancelled, not released. Otherwise it is like the form with `release`.
  @_alwaysEmitIntoClient public static func using<Resource: Cancellable, P: Publisher>(
    _ resource: @escaping () -> Resource, _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> { using(resource, release: { $0.cancel() }, publisher) }
}
