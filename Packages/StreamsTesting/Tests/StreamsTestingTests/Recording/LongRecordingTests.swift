import Dispatch
import StreamsTesting
import Testing

/// Consuming takes constant time for an event, however many were recorded. In quadratic time these would take many
/// minutes.
@Suite(.leakCheck(), .timeLimit(.minutes(10))) struct LongRecordingTests {
  private static let count = 100_000

  private func recorder() -> Recorder<Int, Never> {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    for number in 0..<Self.count { subject.send(number) }
    return recorder
  }

  @Test func nextTakesConstantTimeForEachValue() throws {
    let recorder = recorder()
    var isRight = true
    for number in stride(from: 1, to: Self.count, by: 3) {
      isRight = try recorder.next().get() == number - 1 && isRight
      isRight = try recorder.next(2).get() == [number, number + 1] && isRight
    }
    #expect(isRight)
    try expectEqual(recorder.next().get(), Self.count - 1)
  }

  @Test func nextWhereTakesConstantTimeForEachValue() async throws {
    let recorder = recorder()
    for number in stride(from: 0, to: Self.count, by: 2) {
      guard try await recorder.next(where: { $0 == number + 1 }).wait() == number + 1 else {
        Issue.record("not the value \(number + 1)")
        break
      }
    }
  }

  @Test func expectNoEventsTakesConstantTimeAfterManyConsumedEvents() {
    let recorder = recorder()
    recorder.consumeAll()
    for _ in 0..<Self.count { recorder.expectNoEvents() }
  }

  @Test func manyValuesAreRecordedInLinearTime() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(exhaustive: false)
    let count = 20_000
    DispatchQueue(label: "elsewhere").async {
      for number in 0..<count { subject.send(number) }
      subject.send(completion: .finished)
    }
    try await expectEqual(recorder.elements.wait(timeout: .seconds(60)).count, count)
  }
}
