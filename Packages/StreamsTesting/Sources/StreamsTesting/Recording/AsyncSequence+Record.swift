@_spi(TestKit) import Schedulers

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Iterates over this sequence in a task, and records its elements in real time.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - exhaustive: Whether all events must be consumed, see ``Recorder``.
  /// - Returns: The recorder. When it is deinitialised, the task is cancelled.
  public func record(
    name: String = "stream", exhaustive: Bool = true, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Recorder<Element, any Error> {
    let place = SourcePlace(fileID, filePath, line, column)
    let subscriber = RecordingSubscriber<Element, any Error>(name: name, isExhaustive: exhaustive, place: place)
    subscriber.record { Task { await subscriber.receiveElements(of: self) } }
    return Recorder(subscriber)
  }
}

extension VirtualTime {
  /// Iterates over `sequence` in a task of the timeline, and records its elements with their virtual times.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// The task starts with the next advance, or immediately inside `withVirtualTime` of the timeline. It is settled
  /// whenever an advance returns, and cancelled when the recorder is deinitialised. If `exhaustive`, all
  /// events must be consumed, see ``Recorder``.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func record<S: AsyncSequence & Sendable>(
    _ sequence: S, name: String = "stream", exhaustive: Bool = true, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Recorder<S.Element, any Error> where S.Element: Sendable {
    let place = SourcePlace(fileID, filePath, line, column)
    let subscriber = RecordingSubscriber<S.Element, any Error>(
      name: name, timeline: timeline, isExhaustive: exhaustive, place: place)
    subscriber.record(sequence, on: timeline)
    return Recorder(subscriber)
  }
}

extension RecordingSubscriber {
  /// Records the elements that a task sends. The task starts after the subscription has arrived.
  func record<E>(_ start: () -> Task<Void, E>) {
    let subscription = TaskSubscription()
    receive(subscription: subscription)
    subscription.hold(whileSubscribing(start))
  }

  /// Records `sequence` in a task of the timeline with the name and place of the recording.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  func record<S: AsyncSequence & Sendable>(_ sequence: S, on timeline: Timeline)
  where S.Element == Input, Failure == any Error {
    record {
      timeline.task(
        name: name, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column
      ) { await self.receiveElements(of: sequence) }
    }
  }

  func receiveElements<S: AsyncSequence>(of sequence: S) async where S.Element == Input, Failure == any Error {
    do {
      for try await element in sequence {
        guard isAlive else { return }
        _ = receive(element)
      }
      if isAlive { receive(completion: .finished) }
    } catch {
      if isAlive { receive(completion: .failure(error)) }
    }
  }
}

/// A task as a subscription. It ignores demand.
private final class TaskSubscription: Subscription, Sendable {
  private let cancelTask = Locked<(@Sendable () -> Void)?>(nil)

  func hold<Failure>(_ task: Task<Void, Failure>) { cancelTask.withLock { $0 = { task.cancel() } } }
  func request(_: Subscribers.Demand) {}
  func cancel() { cancelTask.withLock { $0 }?() }
}
