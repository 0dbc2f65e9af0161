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
      let releasing = AnyCancellable { release(resource) }
      if !sequence.isOver.isSet { sequence.start(publisher(resource).eraseToAnyPublisher(), using: releasing) }
    } goesOn: { _, _ in
      false
    }
  }

  /// Creates a resource for each subscriber and sends the values of a publisher that uses it.
  ///
  /// The resource is cancelled once: just before the completion is sent, or after the publisher has been cancelled.
  /// While that has sent no subscription, it cannot be cancelled, and the resource is kept.
  ///
  /// - Parameters:
  ///   - resource: Creates the resource.
  ///   - publisher: Creates the publisher that uses the resource.
  @_alwaysEmitIntoClient public static func using<Resource: Cancellable, P: Publisher>(
    _ resource: @escaping () -> Resource, _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> { using(resource, release: { $0.cancel() }, publisher) }
}
