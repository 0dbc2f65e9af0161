import Streams
import Testing

/// Mirrors and `dump` of subscriptions show the operator's state, not our implementation.
struct MirrorTests {
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

  @Test func theSubscriberOfAnUpstreamShowsNameAndLabels() {
    struct Point { var x = 1, y = "y", z = 2.5 }
    let (upstream, points) = (Portraitist<Int, TestError>(), Portraitist<Point, Never>())
    let (child, reliable) = (Portraitist<Int, Never>(), Portraitist<Int, Never>())
    _ = record(upstream.mapError { $0 })
    _ = record(upstream.breakpointOnError())
    _ = record(upstream.print())
    _ = record(upstream.assertNoFailure())
    _ = record(upstream.scan(0, +))
    _ = record(upstream.tryScan(0, +))
    _ = record(upstream.catch { _ in Just(1) })
    _ = record(upstream.tryCatch { _ in Just(1) })
    expectEqual(
      upstream.portraits,
      [
        "MapError()", "Breakpoint()", "Print()", "AssertNoFailure(file, line, prefix)", "Scan(downstream, result)",
        "TryScan(downstream, status, result)", "Catch(downstream, demand)", "TryCatch(downstream, demand)",
      ])
    _ = record(reliable.setFailureType(to: TestError.self))
    expectEqual(reliable.portraits, ["SetFailureType()"])
    _ = record(points.map(\.x))
    _ = record(points.map(\.x, \.y))
    _ = record(points.map(\.x, \.y, \.z))
    expectEqual(
      points.portraits,
      ["ValueForKey(keyPath)", "ValueForKeys(keyPath0, keyPath1)", "ValueForKeys(keyPath0, keyPath1, keyPath2)"])
    _ = record(numbers(0..<1).flatMap { _ in child })
    _ = record(numbers(0..<1).map { _ in child }.switchToLatest())
    expectEqual(child.portraits, ["FlatMap(parentSubscription)", "SwitchToLatest(parentSubscription)"])
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
    expectEqual(seen.count, 4)
    for subscriber in seen { try expectNoAncestors(of: subscriber) }
  }

  @Test(arguments: releasingOperators.map(\.name), StreamEnding.allCases)
  func theSubscriptionOfAnOperatorKeepsItsNameAndLabels(_ name: String, _ ending: StreamEnding) throws {
    let row = try #require(releasingOperators.first { $0.name == name })
    let (upstream, canary) = (FrailUpstream(), Canary())
    let keeper = row.start(upstream, canary.token())
    expectEqual(portrait(keeper.subscription), row.portrait)
    upstream.send(1)
    expectEqual(portrait(keeper.subscription), row.portrait)
    end(keeper, upstream, ending)
    expectEqual(portrait(keeper.subscription), row.portrait)
    let after = Mirror(reflecting: try #require(keeper.subscription))
    for (label, value) in after.children {
      switch label {
      case "status", "state": expectEqual("\(value)", "terminal")
      case "finished": expectEqual("\(value)", "true")
      default: expectEqual("\(value)", "nil", "\(label ?? "-")")
      }
    }
    expectEqual(canary.alive, 0, "while its mirror lives")
  }

  @Test(arguments: releasingSources.map(\.name), [true, false])
  func theSubscriptionOfASourceKeepsItsLabels(_ name: String, _ isCancelled: Bool) throws {
    let row = try #require(releasingSources.first { $0.name == name })
    let canary = Canary()
    let keeper = row.start(canary.token())
    let before = try labels(of: keeper.subscription)
    #expect(!before.isEmpty)
    if isCancelled { keeper.cancel() } else { keeper.request(.unlimited) }
    try expectEqual(labels(of: keeper.subscription), before)
    expectEqual(canary.alive, 0, "while its mirror lives")
  }

  @Test func aSingleValueIsShownUntilItHasBeenReceived() throws {
    let sources: [(RecordingSubscriber<Int, Never>) -> Void] = [
      { Just(7).subscribe($0) }, { Optional(7).publisher.subscribe($0) },
      { Result<Int, Never>.success(7).publisher.subscribe($0) },
    ]
    for source in sources {
      var shown: [String] = []
      let subscriber = RecordingSubscriber<Int, Never>(.none)
      func look() {
        guard let subscription = subscriber.subscription else { return }
        shown += Mirror(reflecting: subscription).children.map { "\($0.value)" }
      }
      subscriber.onValue = { _ in look() }
      source(subscriber)
      look()
      subscriber.request(.max(1))
      look()
      expectEqual(shown, ["7", "7", "nil"])
    }
  }

  @Test func theSubscriptionThatASubjectReceivesKeepsItsLabels() {
    final class Keeping: Subject {
      typealias Output = Int
      typealias Failure = Never
      var kept: (any Subscription)?
      func send(_ value: Int) {}
      func send(completion: Subscribers.Completion<Never>) {}
      func send(subscription: any Subscription) { kept = subscription }
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
    }
    let (upstream, subject) = (ManualPublisher<Int, Never>(), Keeping())
    let connection = upstream.subscribe(subject)
    let expected = "Subject(downstreamSubject, upstreamSubscription, subject)"
    expectEqual(portrait(subject.kept), expected)
    upstream.finish()
    expectEqual(portrait(subject.kept), expected)
    connection.cancel()
  }

  private func labels(of participant: Any?) throws -> [String?] {
    Mirror(reflecting: try #require(participant)).children.map(\.label)
  }

  private func expectNoAncestors(of participant: Any?) throws {
    let participant = try #require(participant)
    #expect(Mirror(reflecting: participant).superclassMirror == nil)
    var text = ""
    dump(participant, to: &text, maxDepth: 1)
    #expect(!text.contains("super:"))
  }
}
