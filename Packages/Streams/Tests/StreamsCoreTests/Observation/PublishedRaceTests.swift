import Streams
import Testing

/// The first look at a property's publisher, while others set and read the property. Also run under the thread sanitizer.
@Suite struct PublishedRaceTests {
  private final class Model: ObservableObject {
    @Published var number = 0
    @Published var name = "a name that is too long to be kept in place"
  }

  @Test func settingReadingAndTheFirstLookAtThePublishersMayCoincide() {
    for _ in 0..<200 {
      let model = Carried(Model())
      let latest = Guarded(0)
      let changes = Guarded(0)
      let cancellables = Guarded<[AnyCancellable]>([])
      onThreads(4) { thread in
        let model = model.value
        switch thread {
        case 0: for number in 1...20 { model.number = number }
        case 1:
          let cancellable = model.$number.sink { number in latest.with { $0 = number } }
          cancellables.with { $0.append(cancellable) }
        case 2:
          let cancellable = model.objectWillChange.sink { changes.with { $0 += 1 } }
          cancellables.with { $0.append(cancellable) }
        default:
          for _ in 1...20 { #expect((0...20).contains(model.number)) }
          for round in 1...5 { model.name = "name \(round), too long to be kept in place" }
        }
      }
      #expect(model.value.number == 20)
      #expect(latest.value == 20)
      let before = changes.value
      model.value.number = 21
      #expect(latest.value == 21)
      #expect(changes.value == before + 1)
      #expect(model.value.name == "name 5, too long to be kept in place")
    }
  }

  @Test func theProjectionMayBeReplacedWhileOthersSetThePropertyAndReadIt() {
    for _ in 0..<100 {
      let model = Carried(Model())
      let received = Guarded(0)
      let cancellable = model.value.$name.sink { _ in received.with { $0 += 1 } }
      onThreads(4) { thread in
        let model = model.value
        switch thread {
        case 0: for number in 1...20 { model.name = "name \(number), too long to be kept in place" }
        case 1: for number in 1...20 { model.name = "another \(number), too long to be kept in place" }
        case 2:
          for number in 1...10 {
            let other = Model()
            other.name = "other \(number), too long to be kept in place"
            model.$name = other.$name
          }
        default: for _ in 1...40 { #expect(!model.name.isEmpty) }
        }
      }
      #expect(received.value >= 1)
      cancellable.cancel()
    }
  }

  @Test func allGetTheSamePublisher() {
    for _ in 0..<100 {
      let model = Carried(Model())
      let found = Guarded<[ObjectIdentifier]>([])
      let kept = Guarded<[AnyObject]>([])
      onThreads(4) { _ in
        let publisher = model.value.objectWillChange
        found.with { $0.append(ObjectIdentifier(publisher)) }
        kept.with { $0.append(publisher) }
      }
      #expect(Set(found.value).count == 1)
    }
  }
}
