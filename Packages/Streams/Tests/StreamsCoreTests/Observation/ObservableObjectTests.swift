import Streams
import Testing

struct ObservableObjectTests {
  class Base: ObservableObject {
    @Published var first = 1
    var plain = 0
  }
  class Middle: Base { let other = "x" }
  final class Derived: Middle {
    @Published var second: String? = "a"
    @Published var third: [Int] = []
  }

  @Test func tellsBeforeEachChangeSuperclassesIncluded() {
    let object = Derived()
    var log: [String] = []
    let cancellable = object.objectWillChange.sink { log.append("\(object.first) \(object.second ?? "nil")") }
    object.first = 2
    object.second = nil
    object.plain = 9
    object.third.append(1)
    expectEqual(log, ["1 a", "2 a", "2 nil"])
    expectEqual(object.third, [1])
    cancellable.cancel()
    object.first = 3
    expectEqual(log.count, 3)
  }

  @Test func demandIsNotCountedAfterTheFirstRequest() {
    let object = Base()
    let subscriber = RecordingSubscriber<Void, Never>(.none)
    object.objectWillChange.subscribe(subscriber)
    object.first = 2
    #expect(subscriber.values.isEmpty)
    subscriber.request(.max(1))
    for value in 3...5 { object.first = value }
    expectEqual(subscriber.values.count, 3)
  }

  @Test func thereIsOnePublisherAnObject() {
    let object = Derived()
    let publisher = object.objectWillChange
    #expect(object.objectWillChange === publisher)
    #expect((object as Base).objectWillChange === publisher)
    #expect(Derived().objectWillChange !== publisher)
  }

  /// Objects without `@Published` properties are remembered; those that are gone are forgotten now and then.
  @Test func thereIsOnePublisherAnObjectThoughManyComeAndGo() {
    final class Plain: ObservableObject {}
    let kept = (0..<10).map { _ in Plain() }
    let publishers = kept.map(\.objectWillChange)
    // Many at once: one after the other they would lie in the same place.
    for _ in 0..<3 {
      let passing = (0..<100).map { _ in Plain() }
      let theirs = passing.map(\.objectWillChange)
      expectEqual(Set(theirs.map(ObjectIdentifier.init)).count, 100)
    }
    for (object, publisher) in zip(kept, publishers) { #expect(object.objectWillChange === publisher) }
  }

  @Test func tellsBeforeTheValueIsPublished() {
    let object = Base()
    var log: [String] = []
    let values = object.$first.sink { log.append("value \($0)") }
    let changes = object.objectWillChange.sink { log.append("will change") }
    object.first = 2
    expectEqual(log, ["value 1", "will change", "value 2"])
    values.cancel()
    changes.cancel()
  }

  final class Disguised: ObservableObject, CustomReflectable {
    @Published var value = 0
    var customMirror: Mirror { Mirror(self, children: ["decoy": Published(initialValue: 1)]) }
  }

  @Test func aCustomMirrorDoesNotHideTheProperties() {
    let object = Disguised()
    var count = 0
    let cancellable = object.objectWillChange.sink { count += 1 }
    object.value = 1
    expectEqual(count, 1)
    cancellable.cancel()
  }

  final class Plain: ObservableObject {
    var value = 0 { willSet { objectWillChange.send() } }
  }

  @Test func anObjectWithoutPublishedPropertiesMayTellByItself() {
    let object = Plain()
    var log: [Int] = []
    object.value = 1
    let cancellable = object.objectWillChange.sink { log.append(object.value) }
    object.value = 2
    object.value = 3
    expectEqual(log, [1, 2])
    #expect(object.objectWillChange === object.objectWillChange)
    cancellable.cancel()
  }

  @Test func aNewObjectInTheSamePlaceHasAPublisherOfItsOwn() {
    var count = 0
    for _ in 0..<200 {
      let object = Plain()
      let cancellable = object.objectWillChange.sink { count += 1 }
      object.value = 1
      cancellable.cancel()
    }
    expectEqual(count, 200)
  }

  final class Chosen: ObservableObject {
    let objectWillChange = PassthroughSubject<String, Never>()
    @Published var value = 0
  }

  @Test func aClassMayHaveAPublisherOfItsOwn() {
    let object = Chosen()
    var log: [String] = []
    let cancellable = object.objectWillChange.sink { log.append($0) }
    object.value = 1
    object.objectWillChange.send("x")
    expectEqual(log, ["x"])
    cancellable.cancel()
  }

  final class Generic<Value>: ObservableObject {
    @Published var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func aGenericClassPublishesItsChanges() {
    let number = Generic(1)
    let text = Generic("a")
    var log: [String] = []
    let cancellables = [
      number.objectWillChange.sink { log.append("number") }, text.objectWillChange.sink { log.append("text") },
    ]
    text.value = "b"
    number.value = 2
    expectEqual(log, ["text", "number"])
    cancellables.forEach { $0.cancel() }
  }

  @Test func releasesWithTheObject() {
    let canary = Canary()
    weak var weakly: ObservableObjectPublisher?
    do {
      let object = Generic(canary.token())
      weakly = object.objectWillChange
      object.objectWillChange.sink {}.cancel()
      object.value = canary.token()
      expectEqual(canary.alive, 1)
      #expect(weakly != nil)
    }
    expectEqual(canary.alive, 0)
    #expect(weakly == nil)
  }

  @Test func mirrorShowsItsDownstream() throws {
    let subscriber = RecordingSubscriber<Void, Never>(.max(1))
    let publisher = ObservableObjectPublisher()
    publisher.subscribe(subscriber)
    publisher.send()
    expectEqual(subscriber.log, ["ObservableObjectPublisher", "()"])
    expectEqual(Mirror(reflecting: try #require(subscriber.subscription)).children.map(\.label), ["downstream"])
  }
}
