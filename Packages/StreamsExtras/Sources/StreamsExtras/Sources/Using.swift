extension Publishers {
  /// Makes a resource for each subscriber, sends the values of its `publisher`, and releases the resource once: just before
  /// the end is sent, or when the subscriber cancels.
  ///
  /// - Parameters:
  ///   - resource: Makes the resource.
  ///   - release: Releases it.
  ///   - publisher: Makes the publisher that uses it.
  @inlinable public static func using<Resource, P: Publisher>(
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

  /// The same for a resource that is released by cancelling it.
  @inlinable public static func using<Resource: Cancellable, P: Publisher>(
    _ resource: @escaping () -> Resource, _ publisher: @escaping (Resource) -> P
  ) -> some Publisher<P.Output, P.Failure> { using(resource, release: { $0.cancel() }, publisher) }
}
