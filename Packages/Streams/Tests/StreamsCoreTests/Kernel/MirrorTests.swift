import Streams
import Testing

/// What mirrors and `dump` show of subscriptions is what belongs to the operator, and not what we build them of.
@Suite struct MirrorTests {
  @Test(arguments: releasingOperators.map(\.name))
  func theSubscriptionOfAnOperatorHidesItsClass(_ name: String) throws {
    let row = try #require(releasingOperators.first { $0.name == name })
    let keeper = row.start(FrailUpstream(), Canary().token())
    try expectNoAncestors(of: keeper.subscription)
    keeper.cancel()
    try expectNoAncestors(of: keeper.subscription)
  }

  @Test(arguments: releasingSources.map(\.name))
  func theSubscriptionOfASourceHidesItsClass(_ name: String) throws {
    let row = try #require(releasingSources.first { $0.name == name })
    let keeper = row.start(Canary().token())
    try expectNoAncestors(of: keeper.subscription)
    keeper.cancel()
    try expectNoAncestors(of: keeper.subscription)
  }

  @Test func theSubscriberOfASubjectHidesItsClass() throws {
    try expectNoAncestors(of: AnySubscriber(PassthroughSubject<Int, Never>()))
  }

  @Test func theSubscribersOfNestedPublishersHideTheirClass() throws {
    struct Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let look: (Any) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { look(subscriber) }
    }
    var seen: [Any] = []
    let looking = Looking { seen.append($0) }
    let outer = PassthroughSubject<Int, Never>()
    let some = AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.unlimited) })
    outer.flatMap { _ in looking }.subscribe(some)
    outer.map { _ in looking }.switchToLatest().subscribe(some)
    outer.send(1)
    looking.tryMap { $0 }.subscribe(AnySubscriber<Int, any Error>())
    looking.collect(2).subscribe(AnySubscriber<[Int], Never>())
    #expect(seen.count == 4)
    for subscriber in seen { try expectNoAncestors(of: subscriber) }
  }

  private func expectNoAncestors(of participant: Any?) throws {
    let participant = try #require(participant)
    #expect(Mirror(reflecting: participant).superclassMirror == nil)
    var text = ""
    dump(participant, to: &text, maxDepth: 1)
    #expect(!text.contains("super:"))
  }
}
