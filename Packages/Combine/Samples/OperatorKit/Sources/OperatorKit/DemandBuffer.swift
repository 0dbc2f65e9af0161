import Combine
import Foundation

/// Holds values until they are requested, and sends a completion when none is left.
final class DemandBuffer<S: Subscriber> {
  private let lock = NSRecursiveLock()
  private let subscriber: S
  private var values: [S.Input] = []
  private var completion: Subscribers.Completion<S.Failure>?
  private var demand = Subscribers.Demand.none
  private var isSending = false

  init(subscriber: S) {
    self.subscriber = subscriber
  }

  func append(_ value: S.Input) {
    lock.lock()
    defer { lock.unlock() }
    guard completion == nil else { return }
    values.append(value)
    flush()
  }

  func complete(_ completion: Subscribers.Completion<S.Failure>) {
    lock.lock()
    defer { lock.unlock() }
    guard self.completion == nil else { return }
    self.completion = completion
    flush()
  }

  func request(_ more: Subscribers.Demand) {
    lock.lock()
    defer { lock.unlock() }
    demand += more
    flush()
  }

  private func flush() {
    guard !isSending else { return }
    isSending = true
    while demand > .none, !values.isEmpty {
      demand -= 1
      demand += subscriber.receive(values.removeFirst())
    }
    isSending = false
    if values.isEmpty, let completion {
      values = []
      demand = .none
      subscriber.receive(completion: completion)
    }
  }
}
