import Measuring

/// Publishers, subscribers and operators as users write them.
func custom() -> [Row] {
  let sum = Sum()
  return [
    // The edge needs two locked instructions for a value, and the publisher's class two, which retains the subscriber.
    Row("custom publisher", goal: .faster(2, allocations: 0, locked: 4), loop: .sink) {
      end(Numbers().sink { sum.add($0) })
    },
    Row("custom publisher, map.filter.map", goal: .faster(4, allocations: 0, locked: 4), loop: .mapFilterMap) {
      end(Numbers().map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.sink { sum.add($0) })
    },
    Row("custom subscriber", goal: .faster(9, allocations: 0), loop: .sink) { source().subscribe(Adder(sum)) },
    Row("custom subscriber after map.filter.map", goal: .faster(9, allocations: 0), loop: .mapFilterMap) {
      source().map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.subscribe(Adder(sum))
    },
    Row("composed operator", goal: .faster(9, allocations: 0), loop: .mapFilterMap) {
      end(MapFilterMap(upstream: source()).sink { sum.add($0) })
    },
    .prepared("composed operator of a subject", goal: .faster(9, allocations: 0), loop: .mapFilterMap) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = MapFilterMap(upstream: subject).sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        end(sink)
      }
    },
  ]
}

/// Sends the integers from 0, as they are requested.
private struct Numbers: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Counting(subscriber))
  }

  private final class Counting<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var next = 0
    private var isSending = false

    init(_ subscriber: S) { self.subscriber = subscriber }

    func request(_ more: Subscribers.Demand) {
      demand += more
      if isSending { return }
      isSending = true
      while demand > .none, next < elements, let subscriber {
        demand -= 1
        next += 1
        demand += subscriber.receive(next - 1)
      }
      isSending = false
      if next == elements { subscriber?.receive(completion: .finished) }
    }

    func cancel() { subscriber = nil }
  }
}

/// Requests unlimited values, and adds them.
private final class Adder: Subscriber {
  typealias Input = Int
  typealias Failure = Never

  private let sum: Sum
  private var subscription: (any Subscription)?

  init(_ sum: Sum) { self.sum = sum }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    sum.add(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
}

/// An operator made of others.
private struct MapFilterMap<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Upstream.Failure {
    upstream.map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.subscribe(subscriber)
  }
}
