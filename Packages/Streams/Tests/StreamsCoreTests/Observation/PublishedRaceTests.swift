import Streams
import Testing

/// Several threads at one property. Also run under the thread sanitizer.
struct PublishedRaceTests {
  private final class Model: ObservableObject {
    @Published var number = 0
    @Published var name = "a name that is too long to be kept in place"
  }

  @Test func severalThreadsMayMakeThePublishersAtOnce() {
    for _ in 0..<200 {
      let model = Carried(Model())
      let latest = Guarded(0)
      let changes = Guarded(0)
      let cancellables = Guarded<[AnyCancellable]>([])
      onThreads(4) { thread in
        let model = model.value
        let cancellable =
          thread % 2 == 0
          ? model.$number.sink { number in latest.with { $0 = number } }
          : model.objectWillChange.sink { changes.with { $0 += 1 } }
        cancellables.with { $0.append(cancellable) }
      }
      model.value.number = 21
      expectEqual(latest.value, 21)
      expectEqual(changes.value, 2)
    }
  }

  @Test func onceItHasAPublisherAnyThreadMaySetAndReadAProperty() {
    for _ in 0..<100 {
      let model = Carried(Model())
      let changes = Guarded(0)
      let cancellable = model.value.objectWillChange.sink { changes.with { $0 += 1 } }
      onThreads(3) { thread in
        let model = model.value
        switch thread {
        case 0: for number in 1...20 { model.number = number }
        case 1: for round in 1...5 { model.name = "name \(round), too long to be kept in place" }
        default: for _ in 1...20 { #expect((0...20).contains(model.number)) }
        }
      }
      expectEqual(changes.value, 25)
      expectEqual(model.value.number, 20)
      expectEqual(model.value.name, "name 5, too long to be kept in place")
      cancellable.cancel()
    }
  }

  @Test func allThreadsGetTheSamePublisher() {
    for _ in 0..<100 {
      let model = Carried(Model())
      let found = Guarded<[ObjectIdentifier]>([])
      let kept = Guarded<[AnyObject]>([])
      onThreads(4) { _ in
        let publisher = model.value.objectWillChange
        found.with { $0.append(ObjectIdentifier(publisher)) }
        kept.with { $0.append(publisher) }
      }
      expectEqual(Set(found.value).count, 1)
    }
  }
}
