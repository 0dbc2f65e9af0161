import Foundation
import Streams
import Testing

extension Notification.Name {
  fileprivate static let one = Notification.Name("one")
  fileprivate static let two = Notification.Name("two")
}

struct NotificationCenterPublisherTests {
  private let center = NotificationCenter()
  private let mine = NSObject()

  private func post(_ name: Notification.Name, _ number: Int, from object: AnyObject? = nil) {
    center.post(name: name, object: object, userInfo: ["number": number])
  }

  private func numbers(_ probe: Probe<Notification, Never>) -> [Int] {
    probe.values.compactMap { $0.userInfo?["number"] as? Int }
  }

  @Test func publishesOneName() {
    let probe = Probe<Notification, Never>(.unlimited)
    center.publisher(for: .one).subscribe(probe)
    post(.one, 1)
    post(.two, 2)
    post(.one, 3, from: mine)
    expectEqual(numbers(probe), [1, 3])
    #expect(probe.completions.isEmpty)
  }

  @Test func publishesOneObject() {
    let probe = Probe<Notification, Never>(.unlimited)
    center.publisher(for: .one, object: mine).subscribe(probe)
    post(.one, 1)
    post(.one, 2, from: NSObject())
    post(.one, 3, from: mine)
    expectEqual(numbers(probe), [3])
  }

  @Test func notificationsWithoutDemandAreDropped() {
    let probe = Probe<Notification, Never>(.none)
    center.publisher(for: .one).subscribe(probe)
    post(.one, 1)
    probe.subscription?.request(.max(2))
    for number in 2...5 { post(.one, number) }
    probe.subscription?.request(.max(1))
    post(.one, 6)
    expectEqual(numbers(probe), [2, 3, 6])
  }

  @Test func returnedDemandCounts() {
    var more = 2
    let probe = Probe<Notification, Never>(.max(1)) { _ in
      more -= 1
      return more >= 0 ? .max(1) : .none
    }
    center.publisher(for: .one).subscribe(probe)
    for number in 1...5 { post(.one, number) }
    expectEqual(numbers(probe), [1, 2, 3])
  }

  @Test func subscribersHaveTheirOwnDemand() {
    let publisher = center.publisher(for: .one)
    let (few, many) = (Probe<Notification, Never>(.max(1)), Probe<Notification, Never>(.unlimited))
    publisher.subscribe(few)
    publisher.subscribe(many)
    for number in 1...3 { post(.one, number) }
    expectEqual(numbers(few), [1])
    expectEqual(numbers(many), [1, 2, 3])
  }

  @Test func nothingComesAfterCancel() {
    let probe = Probe<Notification, Never>(.unlimited)
    center.publisher(for: .one).subscribe(probe)
    post(.one, 1)
    probe.cancel()
    probe.cancel()
    probe.subscription?.request(.unlimited)
    post(.one, 2)
    expectEqual(numbers(probe), [1])
  }

  @Test func mayBeCancelledFromInside() {
    var cancel = {}
    let probe = Probe<Notification, Never>(.unlimited) { _ in
      cancel()
      return .unlimited
    }
    cancel = { [weak probe] in probe?.cancel() }
    center.publisher(for: .one).subscribe(probe)
    post(.one, 1)
    post(.one, 2)
    expectEqual(numbers(probe), [1])
  }

  @Test func postingFromInsideIsDeliveredAtOnce() {
    let log = Log()
    let probe = Probe<Notification, Never>(.unlimited) { [center] notification in
      let number = notification.userInfo?["number"] as? Int ?? 0
      log.add("begin \(number)")
      if number < 3 { center.post(name: .one, object: nil, userInfo: ["number": number + 1]) }
      log.add("end \(number)")
      return .none
    }
    center.publisher(for: .one).subscribe(probe)
    post(.one, 1)
    expectEqual(log.entries, ["begin 1", "begin 2", "begin 3", "end 3", "end 2", "end 1"])
  }

  @Test func manyThreadsPostOneIsDelivered() {
    let probe = Probe<Notification, Never>(.unlimited)
    center.publisher(for: .one).subscribe(probe)
    DispatchQueue.concurrentPerform(iterations: 8) { [center] thread in
      for number in 0..<200 {
        center.post(name: .one, object: nil, userInfo: ["number": thread * 1000 + number])
      }
    }
    let seen = numbers(probe)
    expectEqual(seen.count, 1600)
    expectEqual(probe.overlaps, 0)
    for thread in 0..<8 {
      expectEqual(seen.filter { $0 / 1000 == thread }, (0..<200).map { thread * 1000 + $0 }, "order within a thread")
    }
  }

  @Test func cancellingReleasesEverything() {
    weak var object: NSObject?
    weak var probe: Probe<Notification, Never>?
    do {
      let owner = NSObject()
      object = owner
      let subscriber = Probe<Notification, Never>(.unlimited)
      probe = subscriber
      center.publisher(for: .one, object: owner).subscribe(subscriber)
      subscriber.cancel()
      subscriber.forget()
    }
    #expect(probe == nil)
    #expect(object == nil)
  }

  @Test func aReleasedSubscriptionEnds() {
    let probe = Probe<Notification, Never>(.unlimited)
    center.publisher(for: .one).subscribe(probe)
    probe.forget()
    post(.one, 1)
    expectEqual(numbers(probe), [])
  }

  @Test func aSinkReceivesNotificationsUntilItIsCancelled() {
    var seen: [Int] = []
    let sink = center.publisher(for: .one).compactMap { $0.userInfo?["number"] as? Int }.sink { seen.append($0) }
    post(.one, 1)
    post(.one, 2)
    sink.cancel()
    post(.one, 3)
    expectEqual(seen, [1, 2])
  }

  @Test func isEqualForTheSameCenterNameAndObject() {
    let publisher = center.publisher(for: .one, object: mine)
    expectEqual(publisher, NotificationCenter.Publisher(center: center, name: .one, object: mine))
    #expect(publisher != center.publisher(for: .two, object: mine))
    #expect(publisher != center.publisher(for: .one))
    #expect(publisher != NotificationCenter().publisher(for: .one, object: mine))
    #expect(publisher.center === center && publisher.name == .one && publisher.object === mine)
  }

  @Test func mirrorShowsCenterNameObjectAndDemand() throws {
    let probe = Probe<Notification, Never>(.max(3))
    center.publisher(for: .one, object: mine).subscribe(probe)
    let subscription = try #require(probe.subscription)
    expectEqual("\(subscription)", "NotificationCenter Observer")
    expectEqual(
      (subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String,
      "NotificationCenter Observer")
    let children = Mirror(reflecting: subscription).children
    expectEqual(children.map(\.label), ["center", "name", "object", "demand"])
    expectEqual(children.first { $0.label == "demand" }?.value as? Subscribers.Demand, .max(3))
    #expect(children.first { $0.label == "demand" }.map { type(of: $0.value) } == Subscribers.Demand.self)
    #expect(children.first { $0.label == "center" }?.value as? NotificationCenter === center)
    #expect(children.first { $0.label == "object" }?.value as? NSObject === mine)
  }
}
