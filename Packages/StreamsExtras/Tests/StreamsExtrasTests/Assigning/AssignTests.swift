import StreamsExtras
import Testing

struct AssignTests {
  private final class Label { var text = "" }
  private let source = PassthroughSubject<String, Never>()

  @Test func weakAndUnownedAssignmentsDoNotKeepTheirObject() {
    for ownership in [ObjectOwnership.weak, .unowned] {
      var label: Label? = Label()
      weak let kept = label
      let sink = source.assign(to: \.text, on: label!, ownership: ownership)
      source.send("a")
      expectEqual(label?.text, "a")
      label = nil
      #expect(kept == nil)
      if ownership == .unowned { sink.cancel() }
      source.send("b")
      withExtendedLifetime(sink) {}
    }
  }

  @Test func aStrongAssignmentKeepsItsObjectUntilItIsCancelled() {
    weak var kept: Label?
    var sink: AnyCancellable?
    do {
      let label = Label()
      kept = label
      sink = source.assign(to: \.text, on: label, ownership: .strong)
    }
    source.send("a")
    expectEqual(kept?.text, "a")
    sink?.cancel()
    sink = nil
    #expect(kept == nil)
  }

  @Test func assignsToSeveralObjects() {
    let labels = (0..<5).map { _ in Label() }
    let sinks = [
      source.assign(to: \.text, on: labels[0], and: \.text, on: labels[1]),
      source.assign(
        to: \.text, on: labels[2], and: \.text, on: labels[3], and: \.text, on: labels[4], ownership: .weak),
    ]
    source.send("a")
    expectEqual(labels.map(\.text), ["a", "a", "a", "a", "a"])
    withExtendedLifetime(sinks) {}
  }
}
