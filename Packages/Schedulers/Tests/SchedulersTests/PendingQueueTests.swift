import Testing

@testable import Schedulers

struct PendingQueueTests {
  @Test func theOrderStaysAfterFourBillionActions() {
    var queue = PendingQueue(nextSequence: UInt64(UInt32.max) - 50)
    var seen: [Int] = []
    var tickets: [PendingQueue.Ticket] = []
    for index in 0..<200 { tickets.append(queue.add(due: Int64(index % 3), note: .none) { seen.append(index) }) }
    for index in stride(from: 0, to: 200, by: 5) {
      let action = queue.cancel(tickets[index])
      #expect(action != nil)
    }
    let count = queue.count
    expectEqual(count, 160)
    while queue.first != nil { queue.takeFirst().run() }
    let expected = (0..<200).filter { $0 % 5 != 0 }.sorted { ($0 % 3, $0) < ($1 % 3, $1) }
    expectEqual(seen, expected)
    let pending = tickets.count { queue.isPending($0) }
    expectEqual(pending, 0)
  }

  @Test func keysOfCancelledActionsAreRemoved() {
    var queue = PendingQueue()
    let keeper = queue.add(due: 0, note: .none) {}
    for _ in 0..<10 {
      let tickets = (0..<1000).map { index in queue.add(due: Int64(index), note: .none) {} }
      for ticket in tickets { _ = queue.cancel(ticket) }
      let (count, all) = (queue.count, queue.all().count)
      expectEqual(count, 1)
      expectEqual(all, 1)
    }
    let wasPending = queue.isPending(keeper)
    let action = queue.cancel(keeper)
    let isEmpty = queue.first == nil
    #expect(wasPending)
    #expect(action != nil)
    #expect(isEmpty)
  }

  /// The trap numbered 6: nothing may cost more the more is pending, beyond the logarithm.
  @Test func aHundredThousandPendingActionsRunInOrder() {
    let timeline = Timeline("many")
    var ran = 0
    for index in 0..<100_000 { timeline.schedule(at: .init(nanoseconds: Int64(index * 7919 % 100_003))) { ran += 1 } }
    timeline.run()
    expectEqual(ran, 100_000)
  }
}
