/// Sends the results of tasks in order, as requested, and requests a value for each result sent.
///
/// Sendable because only the delivering thread touches its state, except `begun`, which only the upstream touches.
final class TaskResults<Output, Failure: Error>: Subscription, @unchecked Sendable {
  enum Event {
    case result(Result<Output, Failure>, Int)
    case demand
    case cancelled
    /// The upstream has finished, after this number of tasks.
    case end(Int)
  }

  private let drain = SerialDrain<Event>()
  private let outbox: Outbox<Output, Failure>
  private let order: TaskOrder
  private let askForMore: () -> Void
  private var begun = 0
  private var ready: [Int: Result<Output, Failure>] = [:]
  /// The numbers of the ready results in the order of their arrival, for `.unordered`.
  private var arrivals = Ring<Int>()
  private var sent = 0
  private var total: Int?
  private var isCancelled = false

  init(_ outbox: Outbox<Output, Failure>, _ order: TaskOrder, askForMore: @escaping () -> Void) {
    self.outbox = outbox
    self.order = order
    self.askForMore = askForMore
  }

  /// The number of a new task.
  func begin() -> Int {
    defer { begun += 1 }
    return begun
  }

  /// Called when the upstream has finished.
  func end() { post(.end(begun)) }

  func request(_: Subscribers.Demand) { post(.demand) }

  func cancel() { post(.cancelled) }

  func post(_ event: Event) { drain.process(event) { handle($0) } }

  private func handle(_ event: Event) {
    switch event {
    case .result(let result, let number):
      ready[number] = result
      if order == .unordered { arrivals.append(number) }
    case .end(let count): total = count
    case .demand: break
    case .cancelled: isCancelled = true
    }
    if isCancelled { ready = [:] } else { sendReady() }
  }

  private func sendReady() {
    while let number = nextNumber, let result = ready[number] {
      switch result {
      case .failure(let error):
        return outbox.finish(.failure(error), failureOvertakes: true)
      case .success(let value):
        guard outbox.unserved > .none else { return }
        ready[number] = nil
        if order == .unordered { _ = arrivals.popFirst() }
        sent += 1
        outbox.send(value)
        askForMore()
      }
    }
    if sent == total { outbox.finish(.finished) }
  }

  private var nextNumber: Int? {
    switch order {
    case .ordered: sent
    case .unordered: arrivals.isEmpty ? nil : arrivals[0]
    }
  }
}
