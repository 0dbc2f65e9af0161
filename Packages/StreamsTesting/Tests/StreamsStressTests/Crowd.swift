import Dispatch
import Foundation
@_spi(TestKit) import Schedulers
import StreamsTesting

/// Sixteen threads on one publisher: some send, some subscribe, ask and cancel, from outside and from within callbacks.
struct Crowd {
  /// The values that a resident with unlimited demand must have received in the end.
  enum Promise {
    /// Every value sent, those of one thread in order.
    case everything
    /// As many values as this.
    case count(Int)
    /// No more than was sent, those of one thread in order.
    case some
    /// Nothing in particular.
    case nothing
  }

  static let senders = 6
  static let valuesEach = 40

  let name: String
  let promise: Promise
  var sources = 1
  /// Whether visitors send from within deliveries.
  var reenters = true
  let make: ([PassthroughSubject<Int, Never>]) -> AnyPublisher<Int, Never>

  func run() async { await Stress.run(name) { round($0) } }

  private func round(_ round: Round) {
    let census = Census()
    do {
      let subjects = (0..<sources).map { _ in PassthroughSubject<Int, Never>() }
      let publisher = make(subjects)
      let resident = Resident(census, .unlimited)
      publisher.subscribe(resident)
      let thrifty = Resident(census, .max(2), more: .max(1))
      publisher.subscribe(thrifty)
      let line = thrifty.subscription
      Races.concurrently(Stress.threads) { thread in
        var dice = round.random(thread)
        switch thread {
        case ..<Self.senders:
          for value in 0..<Self.valuesEach { subjects[thread % sources].send(thread * 1_000 + value) }
        case ..<(Stress.threads - 2): visit(publisher, subjects, census, &dice)
        default: for _ in 0..<20 { line?.request(.max(dice.roll(3) + 1)) }
        }
      }
      for subject in subjects { subject.send(completion: .finished) }
      round.expect(resident.waitForEnd(), "the end did not arrive")
      thrifty.subscription?.request(.unlimited)
      round.expect(thrifty.waitForEnd(), "the end did not arrive at the one that asks for little")
      judge(resident, round)
      round.expect(thrifty.problem == nil, thrifty.problem ?? "")
    }
    round.expectGone(census)
  }

  private func visit(
    _ publisher: AnyPublisher<Int, Never>, _ subjects: [PassthroughSubject<Int, Never>], _ census: Census,
    _ dice: inout SeededGenerator
  ) {
    for _ in 0..<8 {
      let choice = dice.roll(7)
      let budget = Guarded(2)
      let isAllowed = {
        budget.with { left in
          left -= 1; return left >= 0
        }
      }
      let subject = subjects[dice.roll(subjects.count)]
      let mayReenter = reenters
      let visitor = Visitor(
        census, .max(dice.roll(6)), atTheEnd: { if mayReenter, choice == 6 { subject.send(-1) } },
        act: { visitor in
          switch choice {
          case 0: visitor.cancel()
          case 1: visitor.request(.max(1))
          case 2: return .max(1)
          case 3 where isAllowed() && mayReenter: subject.send(-1)
          case 4 where isAllowed(): publisher.subscribe(Visitor(census, .max(1)).leavingAtOnce())
          default: break
          }
          return .none
        })
      publisher.subscribe(visitor)
      visitor.request(.max(dice.roll(4) + 1))
      visitor.cancel()
    }
  }

  private func judge(_ resident: Resident, _ round: Round) {
    round.expect(resident.problem == nil, resident.problem ?? "")
    let values = resident.values
    let sent = Self.senders * Self.valuesEach
    switch promise {
    case .everything: round.expect(values.count == sent, "\(values.count) values of \(sent) arrived")
    case .count(let count): return round.expect(values.count == count, "\(values.count) values instead of \(count)")
    case .some: round.expect(values.count <= sent, "\(values.count) values, and only \(sent) were sent")
    case .nothing: return
    }
    for sender in 0..<Self.senders {
      let own = values.filter { $0 / 1_000 == sender }
      round.expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 }, "out of order: \(own)")
    }
  }
}

extension Visitor {
  /// Itself behind a subscriber that cancels as soon as it has its subscription.
  fileprivate func leavingAtOnce() -> AnySubscriber<Int, Never> {
    AnySubscriber(
      receiveSubscription: {
        self.receive(subscription: $0)
        self.cancel()
      }, receiveValue: { self.receive($0) }, receiveCompletion: { self.receive(completion: $0) })
  }
}
