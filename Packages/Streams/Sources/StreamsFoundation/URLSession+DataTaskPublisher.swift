#if URLSession && canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import StreamsCore

  extension URLSession {
    /// Returns a publisher that loads `url`, separately for each subscriber.
    ///
    /// It sends the data with the response and finishes, or fails with the error. Loading starts at the first request
    /// of the subscriber, and is cancelled with the subscription. A response with an error status, such as 404, is sent
    /// like any other.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }

    /// Returns a publisher that loads `request`, separately for each subscriber.
    ///
    /// It sends the data with the response and finishes, or fails with the error. Loading starts at the first request
    /// of the subscriber, and is cancelled with the subscription. A response with an error status, such as 404, is sent
    /// like any other.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
      DataTaskPublisher(request: request, session: self)
    }

    /// Loads a URL request, separately for each subscriber, which receives the result on the session's delegate queue.
    public struct DataTaskPublisher: Publisher, _OwnPublisher, Sendable {
      public typealias Output = (data: Data, response: URLResponse)
      public typealias Failure = URLError

      /// The request.
      @_alwaysEmitIntoClient public let request: URLRequest
      /// The session that loads the request.
      @_alwaysEmitIntoClient public let session: URLSession

      /// Creates a publisher that loads `request` with `session`.
      public init(request: URLRequest, session: URLSession) {
        self.request = request
        self.session = session
      }

      public func _attach(node: _ErasedSubscriber<Output, URLError>) {
        node.receive(subscription: DataTaskSubscription(self, node))
      }
    }
  }

  /// A subscription to the result of one data task.
  ///
  /// Sendable because a lock guards its state.
  private final class DataTaskSubscription: Subscription, @unchecked Sendable, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
  {
    typealias Downstream = _ErasedSubscriber<URLSession.DataTaskPublisher.Output, URLError>

    private struct State {
      /// Nil after the end.
      var downstream: Downstream?
      var parent: URLSession.DataTaskPublisher?
      var demand = Subscribers.Demand.none
      var task: URLSessionDataTask?
    }

    private let lock = Lock()
    /// Guarded by `lock`.
    private var state: State

    init(_ parent: URLSession.DataTaskPublisher, _ downstream: Downstream) {
      state = State(downstream: downstream, parent: parent)
    }

    func request(_ demand: Subscribers.Demand) {
      demand.mustNotBeNone("DataTaskPublisher")
      let starting = lock.withLock { () -> URLSession.DataTaskPublisher? in
        defer { if state.downstream != nil { state.demand += demand } }
        return state.demand == .none && state.downstream != nil ? state.parent : nil
      }
      guard let starting else { return }
      let task = starting.session.dataTask(with: starting.request) { data, response, error in
        self.complete(data, response, error)
      }
      let isOver = lock.withLock {
        if state.downstream != nil { state.task = task }
        return state.downstream == nil
      }
      // A task releases its closure only after it is resumed or cancelled.
      if isOver { task.cancel() } else { task.resume() }
    }

    private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      if let response, error == nil {
        _ = lock.withLock { state.downstream }?.receive((data ?? Data(), response))
        end().downstream?.receive(completion: .finished)
      } else {
        // On Linux, the cast alone does not convert an `NSError`.
        let other = error as NSError?
        let code = other?.domain == NSURLErrorDomain ? other.flatMap { URLError.Code(rawValue: $0.code) } : nil
        let converted = code.map { URLError($0, userInfo: other?.userInfo ?? [:]) }
        end().downstream?.receive(completion: .failure(error as? URLError ?? converted ?? URLError(.unknown)))
      }
    }

    func cancel() {
      end().task?.cancel()
    }

    /// Ends the subscription. Returns its last state, which is empty if it had ended before.
    private func end() -> State {
      lock.withLock {
        defer { state = State() }
        return state
      }
    }

    var description: String { "DataTaskPublisher" }
    var playgroundDescription: Any { description }
    var customMirror: Mirror {
      let now = lock.withLock { state }
      return Mirror(
        self,
        children: [
          "task": now.task as Any, "downstream": now.downstream as Any, "parent": now.parent as Any,
          "demand": now.demand,
        ])
    }
  }
#endif
