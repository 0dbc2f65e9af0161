extension AsyncSequence where Self: Sendable {
  /// A publisher of the elements of this sequence. See ``AsyncSequencePublisher``.
  @_alwaysEmitIntoClient public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension AsyncSequence where Self: Sendable, Failure == Never {
  /// A publisher of the elements of this sequence that cannot fail. See ``AsyncSequencePublisher``.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  @_alwaysEmitIntoClient public var publisher: Publishers.AssertNoFailure<AsyncSequencePublisher<Self>> {
    AsyncSequencePublisher(self).assertNoFailure()
  }
}

/// Sends the elements of an async sequence, and fails with its error.
///
/// The first request of a subscriber starts a task that iterates the sequence. Cancelling the subscription cancels the task.
/// Values are delivered on the task's thread.
///
/// Demand: each request pulls an element. So the completion is sent at the next request after the last element.
public struct AsyncSequencePublisher<Elements: AsyncSequence & Sendable>: OwnPublisher {
  public typealias Output = Elements.Element
  public typealias Failure = any Error

  @_alwaysEmitIntoClient let elements: Elements

  /// A publisher of `elements`.
  @_alwaysEmitIntoClient public init(_ elements: Elements) { self.elements = elements }

  @_alwaysEmitIntoClient public func receive(subscriber: some Subscriber<Output, any Error>) {
    let outbox = Outbox("AsyncSequence", to: subscriber)
    let pull = Pull { [elements] pull in
      do {
        var iterator = elements.makeAsyncIterator()
        while true {
          await pull.wait { outbox.unserved > .none || outbox.isClosed }
          if outbox.isClosed { return }
          guard let element = try await iterator.next() else { return outbox.finish(.finished) }
          outbox.send(element)
        }
      } catch {
        outbox.finish(.failure(error))
      }
    }
    outbox.addSource(pull)
    outbox.start()
  }
}

/// Starts a task at the first request, which then waits for others. Sendable because its state is in `Latest`.
@usableFromInline final class Pull: Subscription, @unchecked Sendable {
  private let body: Latest<@Sendable (Pull) async -> Void>
  private let task = Latest<AnyCancellable>()
  private let waiter = Latest<UnsafeContinuation<Void, Never>>()

  @usableFromInline init(_ body: @escaping @Sendable (Pull) async -> Void) { self.body = Latest(body) }

  @usableFromInline func request(_: Subscribers.Demand) {
    waiter.take()?.resume()
    if let body = body.take() { task.set(AnyCancellable(Task { await body(self) }.cancel)) }
  }

  @usableFromInline func cancel() {
    body.cancel()
    task.cancel()
    waiter.take()?.resume()
  }

  /// Waits until `condition` is true, which a request or the cancellation has made so.
  @usableFromInline func wait(until condition: () -> Bool) async {
    while !condition() {
      await withUnsafeContinuation {
        waiter.set($0)
        if condition() { waiter.take()?.resume() }
      }
    }
  }
}
