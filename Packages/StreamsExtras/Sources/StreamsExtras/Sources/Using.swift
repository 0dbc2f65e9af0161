extension Publishers {
  /// Creates a resource for each subscriber and sends the values of a publisher that uses it.
  ///
  /// The resource is released once: just before the completion is sent, or when the subscriber cancels.
  ///
  /// - Parameters:
  ///   - resource: Creates the resource.
  ///   - release: Releases the resource.
  ///   - publisher: Creates the publisher that uses the resource.
  @_alwaysEmitIntoClient public static func using<Resource, P: Publisher>(
    _ resource: @escaping () -> Resource, release: @escaping (Resource) -> Void,
    _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> {
    Deferred {
      let made = resource()
      let owner = AnyCancellable { release(made) }
      return publisher(made)
        .handleEvents(receiveCompletion: { _ in owner.cancel() }, receiveCancel: { owner.cancel() })
    }
  }

  /// Creates a resource for each subscriber and sends the values of a publisher that uses it.
  ///
  /// The resource is cancelled once: just before the completion is sent, or when the subscriber cancels.
  ///
  /// - Parameters:
  ///   - resource: Creates the resource.
  ///   - publisher: Creates the publisher that uses the resource.
  @_alwaysEmitIntoClient public static func using<Resource: Cancellable, P: Publisher>(
    _ resource: @escaping () -> Resource, _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> { using(resource, release: { $0.cancel() }, publisher) }
}
