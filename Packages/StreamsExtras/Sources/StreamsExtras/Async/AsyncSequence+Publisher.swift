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
    outbox.addSource(Pull(elements, outbox))
    outbox.start()
  }
}

/// Iterates a sequence at the pace of the requests.
///
/// Sendable because its state is guarded by `lock`.
@usableFromInline final class Pull<Elements: AsyncSequence & Sendable>: Subscription, @unchecked Sendable {
  @_alwaysEmitIntoClient let elements: Elements
  @_alwaysEmitIntoClient let outbox: Outbox<Elements.Element, any Error>
  @_alwaysEmitIntoClient let run: @Sendable (Pull) async -> Void
  /// An event for a request, for which the task waits. It ends with the cancellation.
  private let requests = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  /// Cancels the task when it is released.
  private let task = Latest<AnyCancellable>()
  private let lock = Lock()
  /// Guarded by `lock`.
  private var hasStarted = false

  @_alwaysEmitIntoClient init(_ elements: Elements, _ outbox: Outbox<Elements.Element, any Error>) {
    self.elements = elements
    self.outbox = outbox
    // Stored, so that it is specialised.
    run = { await $0.iterate() }
  }

  /// Starts the task, or makes it check the demand.
  @usableFromInline func request(_: Subscribers.Demand) {
    requests.continuation.yield()
    let isFirst = lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    if !isFirst || outbox.isClosed { return }
    let task = Task { await run(self) }
    self.task.set(AnyCancellable(task.cancel))
  }

  @usableFromInline func cancel() {
    task.cancel()
    requests.continuation.finish()
  }

  @_alwaysEmitIntoClient func iterate() async {
    do {
      var iterator = elements.makeAsyncIterator()
      while true {
        if outbox.unserved == .none, await !waitForRequest() { return }
        guard let element = try await iterator.next() else { return outbox.finish(.finished) }
        outbox.send(element)
      }
    } catch {
      outbox.finish(.failure(error))
    }
  }

  /// Waits for demand. False if the stream is over.
  @usableFromInline func waitForRequest() async -> Bool {
    for await _ in requests.stream where outbox.unserved > .none { return true }
    return false
  }
}
