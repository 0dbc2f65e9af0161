import Dispatch
import Streams
import Testing

struct PublishedTests {
  final class Model {
    @Published var number: Int = 1
    @Published var text = "a"
    @Published(initialValue: nil) var token: Canary.Token?
  }

  @Test func behavesAsAPlainPropertyWithoutSubscribers() {
    let model = Model()
    expectEqual(model.number, 1)
    model.number += 4
    expectEqual(model.number, 5)
    expectEqual(model.text, "a")
  }

  @Test func aNewSubscriberGetsTheCurrentValueAndThenEachNewOne() {
    let model = Model()
    model.number = 2
    let subscriber = RecordingSubscriber<Int, Never>()
    model.$number.subscribe(subscriber)
    model.number = 3
    model.number += 1
    expectEqual(subscriber.log, ["PublishedSubject", "2", "3", "4"])
    expectEqual(model.number, 4)
    subscriber.cancel()
    model.number = 5
    expectEqual(subscriber.values, [2, 3, 4])
    expectEqual(model.number, 5)
  }

  @Test func publishesBeforeItStores() {
    let model = Model()
    var log: [String] = []
    let cancellable = model.$number.sink { log.append("\($0) while \(model.number)") }
    model.number = 2
    model.number = 3
    cancellable.cancel()
    expectEqual(log, ["1 while 1", "2 while 1", "3 while 2"])
  }

  @Test func mayBeSetFromItsOwnSink() {
    let model = Model()
    var log: [Int] = []
    let cancellable = model.$number.sink {
      log.append($0)
      if $0 == 2 { model.number = 10 }
    }
    model.number = 2
    expectEqual(log, [1, 2, 10])
    expectEqual(model.number, 2)
    model.number = 3
    expectEqual(log, [1, 2, 10, 3])
    cancellable.cancel()
  }

  /// The value whose delivery ends last is stored last.
  @Test func aNewSubscriberReceivesWhatThePropertyHoldsAfterANestedAssignment() {
    final class Object { @Published var number = 0 }
    let object = Object()
    let sender = object.$number.sink { if $0 == 1 { object.number = 2 } }
    let (first, late) = (RecordingSubscriber<Int, Never>(), RecordingSubscriber<Int, Never>())
    object.$number.subscribe(first)
    object.number = 1
    object.$number.subscribe(late)
    expectEqual(first.values, [0, 2, 1])
    expectEqual(object.number, 1)
    expectEqual(late.values, [1])
    withExtendedLifetime(sender) {}
  }

  @Test func respectsDemandAndCatchesUpWithTheLatest() {
    let model = Model()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    model.$number.subscribe(subscriber)
    model.number = 2
    model.number = 3
    expectEqual(subscriber.values, [1])
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [1, 3])
  }

  @Test func mirrorShowsParentDownstreamDemandAndSubject() throws {
    let model = Model()
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    model.$number.subscribe(subscriber)
    let children = Mirror(reflecting: try #require(subscriber.subscription)).children
    expectEqual(children.map(\.label), ["parent", "downstream", "demand", "subject"])
  }

  @Test func replacingAValueReleasesIt() {
    let canary = Canary()
    let model = Model()
    model.token = canary.token()
    model.token = canary.token()
    expectEqual(canary.alive, 1)
    let cancellable = model.$token.sink { _ in }
    model.token = nil
    expectEqual(canary.alive, 0)
    cancellable.cancel()
  }

  final class Hook {
    let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    deinit { action() }
  }
  final class Holder { @Published var hook: Hook? }

  @Test func theDeinitOfAReplacedValueMayUseTheProperty() {
    let holder = Holder()
    var wasEmpty: [Bool] = []
    holder.hook = Hook { wasEmpty.append(holder.hook == nil) }
    holder.hook = nil
    let cancellable = holder.$hook.sink { _ in }
    holder.hook = Hook { wasEmpty.append(holder.hook == nil) }
    holder.hook = nil
    cancellable.cancel()
    expectEqual(wasEmpty, [true, true])
  }

  @Test func assigningAProjectionChangesNothing() {
    let first = Model()
    let second = Model()
    first.number = 1
    let subscriber = RecordingSubscriber<Int, Never>()
    first.$number.subscribe(subscriber)
    first.$number = second.$number
    second.number = 7
    expectEqual(first.number, 1)
    first.number = 2
    expectEqual(subscriber.values, [1, 2])
    expectEqual(second.number, 7)
  }

  // MARK: The publisher is released while it publishes

  final class Resettable {
    @Published var number = 0
    @Published var hook: Hook?
    func resetNumber() { _number = Published(initialValue: -1) }
    func resetHook() { _hook = Published(initialValue: nil) }
  }

  @Test func mayBeSetUpAnewFromItsOwnSink() {
    let model = Resettable()
    var log: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = model.$number.sink {
      log.append($0)
      guard $0 == 1 else { return }
      cancellable?.cancel()
      model.resetNumber()
    }
    model.number = 1
    expectEqual(log, [0, 1])
    expectEqual(model.number, -1)
    model.number = 2
    expectEqual(log, [0, 1])
    expectEqual(model.number, 2)
  }

  @Test func mayBeSetUpAnewFromTheDeinitOfTheOldValue() {
    let model = Resettable()
    var count = 0
    model.$hook.sink { _ in count += 1 }.cancel()
    model.hook = Hook { model.resetHook() }
    model.hook = nil
    #expect(model.hook == nil)
    expectEqual(count, 1)
  }

  // MARK: assign(to:)

  @Test func assignToSetsThePropertyUntilTheObjectIsReleased() {
    let upstream = ManualPublisher<Int, Never>()
    var model: Model? = Model()
    var log: [Int] = []
    upstream.assign(to: &model!.$number)
    let cancellable = model!.$text.sink { _ in log.append(-1) }
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(5)
    expectEqual(model?.number, 5)
    weak let weakly = model
    model = nil
    #expect(weakly == nil)
    #expect(upstream.isCancelled)
    upstream.send(6)
    expectEqual(log, [-1])
    cancellable.cancel()
  }

  @Test func assignToReleasesItsSubscriptionWhenTheUpstreamFinishes() {
    let upstream = ManualPublisher<Int, Never>()
    let model = Model()
    upstream.assign(to: &model.$number)
    upstream.send(2)
    upstream.finish()
    upstream.send(3)
    expectEqual(model.number, 2)
    #expect(!upstream.isCancelled)
  }

  @Test func assignToTheSamePropertyTwice() {
    let model = Model()
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    first.assign(to: &model.$number)
    second.assign(to: &model.$number)
    first.send(2)
    expectEqual(model.number, 2)
    second.send(3)
    expectEqual(model.number, 3)
    Just(9).assign(to: &model.$number)
    expectEqual(model.number, 9)
  }

  // MARK: Threads

  final class Shared: Sendable {
    /// Sendable because it is set up before it is shared, and then guarded by its publisher.
    nonisolated(unsafe) let model = Model()
  }

  /// The second thread sets the property while the first delivers.
  @Test func ofTwoWritersThePropertyHoldsTheValueThatSubscribersReceivedLast() {
    let shared = Shared()
    var received: [Int] = []
    var heldBySecond = 0
    let cancellable = shared.model.$number.sink { value in
      received.append(value)
      if value != 2 { return }
      onThreads(1) { _ in shared.model.number = 3 }
      heldBySecond = shared.model.number
    }
    shared.model.number = 2
    expectEqual(received, [1, 2, 3])
    expectEqual(heldBySecond, 3)
    expectEqual(shared.model.number, 3)
    cancellable.cancel()
  }

  @Test func manyWritersLeaveThePropertyAsSubscribersSawItLast() {
    for _ in 0..<50 {
      let shared = Shared()
      let last = Guarded(0)
      let cancellable = shared.model.$number.sink { value in last.with { $0 = value } }
      onThreads(4) { thread in for value in 0..<50 { shared.model.number = thread * 50 + value } }
      expectEqual(shared.model.number, last.value)
      cancellable.cancel()
    }
  }

  @Test func manyThreadsSetASubscribedProperty() {
    let shared = Shared()
    let subscriber = RecordingSubscriber<Int, Never>()
    shared.model.$number.subscribe(subscriber)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for value in 0..<500 { shared.model.number = thread * 500 + value + 2 }
    }
    expectEqual(subscriber.values.count, 2001)
    expectEqual(Set(subscriber.values), Set(1..<2002))
    #expect(!subscriber.wasOverlapped)
  }
}
