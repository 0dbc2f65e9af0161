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
    #expect(upstream.log == ["request(unlimited)"])
    #expect(upstream.send(1) == .none)
    #expect(model.number == 1)
    cancellable.cancel()
    upstream.send(2)
    #expect(model.number == 1)
    #expect(upstream.isCancelled)
  }

  @Test func holdsTheObjectUntilTheCompletion() {
    let cancellable = upstream.assign(to: \.number, on: Model(canary))
    #expect(canary.alive == 1)
    upstream.finish()
    #expect(canary.alive == 0)
    cancellable.cancel()
    #expect(!upstream.isCancelled)
  }

  @Test func holdsTheObjectUntilItsCancellableIsReleased() {
    var cancellable: AnyCancellable? = upstream.assign(to: \.number, on: Model(canary))
    #expect(canary.alive == 1)
    withExtendedLifetime(cancellable) {}
    cancellable = nil
    #expect(canary.alive == 0)
  }

  @Test func mirrorShowsObjectKeyPathAndStatus() {
    let assign = Subscribers.Assign(object: Model(canary), keyPath: \.number)
    #expect(assign.description == "Assign Model.")
    #expect(assign.playgroundDescription as? String == "Assign Model.")
    #expect(Mirror(reflecting: assign).children.map(\.label) == ["object", "keyPath", "status"])
    #expect(assign.object?.number == 0)
    #expect(assign.keyPath == \Model.number)
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
    #expect(model.number == 7)
  }

  @Test func itsCancellableEndsItBeforeTheSubscription() {
    let late = ManualPublisher<Int, Never>(sendsSubscription: false)
    let model = Model(canary)
    late.assign(to: \.number, on: model).cancel()
    late.sendSubscription()
    late.send(7)
    #expect(model.number == 0)
    #expect(late.log == ["cancel"])
  }

  @Test func ignoresWhatItHasNotSubscribedToAndASecondSubscription() {
    let model = Model(canary)
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    #expect(assign.receive(5) == .none)
    #expect(model.number == 0)
    upstream.subscribe(assign)
    upstream.sendSubscription()
    #expect(upstream.log == ["request(unlimited)", "cancel"])
    upstream.send(6)
    #expect(model.number == 6)
  }
}
