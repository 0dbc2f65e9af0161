import Streams
import Testing

struct AssignTests {
  final class Model {
    var number = 0
    let token: Canary.Token
    init(_ canary: Canary) { token = canary.token() }
  }
  let canary = Canary()
  let upstream = ManualPublisher<Int, Never>()

  @Test func assignsEachValueUntilItIsCancelled() {
    let model = Model(canary)
    let cancellable = upstream.assign(to: \.number, on: model)
    expectEqual(upstream.log, ["request(unlimited)"])
    expectEqual(upstream.send(1), .none)
    expectEqual(model.number, 1)
    cancellable.cancel()
    upstream.send(2)
    expectEqual(model.number, 1)
    #expect(upstream.isCancelled)
  }

  @Test func holdsTheObjectUntilTheCompletion() {
    let cancellable = upstream.assign(to: \.number, on: Model(canary))
    expectEqual(canary.alive, 1)
    upstream.finish()
    expectEqual(canary.alive, 0)
    cancellable.cancel()
    #expect(!upstream.isCancelled)
  }

  @Test func holdsTheObjectUntilItsCancellableIsReleased() {
    var cancellable: AnyCancellable? = upstream.assign(to: \.number, on: Model(canary))
    expectEqual(canary.alive, 1)
    withExtendedLifetime(cancellable) {}
    cancellable = nil
    expectEqual(canary.alive, 0)
  }

  @Test func mirrorShowsObjectKeyPathAndStatus() {
    let assign = Subscribers.Assign(object: Model(canary), keyPath: \.number)
    expectEqual(assign.description, "Assign Model.")
    expectEqual(assign.playgroundDescription as? String, "Assign Model.")
    expectEqual(Mirror(reflecting: assign).children.map(\.label), ["object", "keyPath", "status"])
    expectEqual(assign.object?.number, 0)
    expectEqual(assign.keyPath, \Model.number)
    upstream.subscribe(assign)
    assign.cancel()
    #expect(assign.object == nil)
  }

  @Test func anEndBeforeTheSubscriptionChangesNothing() {
    let model = Model(canary)
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    assign.receive(completion: .finished)
    assign.cancel()
    upstream.subscribe(assign)
    upstream.send(7)
    expectEqual(model.number, 7)
  }

  @Test func itsCancellableEndsItBeforeTheSubscription() {
    let late = ManualPublisher<Int, Never>(sendsSubscription: false)
    let model = Model(canary)
    late.assign(to: \.number, on: model).cancel()
    late.sendSubscription()
    late.send(7)
    expectEqual(model.number, 0)
    expectEqual(late.log, ["cancel"])
  }

  @Test func ignoresWhatItHasNotSubscribedToAndASecondSubscription() {
    let model = Model(canary)
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    expectEqual(assign.receive(5), .none)
    expectEqual(model.number, 0)
    upstream.subscribe(assign)
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(6)
    expectEqual(model.number, 6)
  }
}
