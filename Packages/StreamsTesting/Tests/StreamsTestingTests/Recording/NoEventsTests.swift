import Foundation
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct NoEventsTests {
  @Test func expectNoEventsReportsForRecordersThatAreNotExhaustive() {
    let issues = Issues()
    let recorder = Just(1).record(exhaustive: false)
    issues.collect { recorder.expectNoEvents() }
    #expect(issues.all.count == 1)
  }

  @Test func expectNoEventsReportsAfterAnotherFailure() {
    let issues = Issues()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    issues.collect {
      _ = try? recorder.next().get()
      subject.send(1)
      recorder.expectNoEvents()
    }
    #expect(issues.all.count == 2)
    recorder.cancelAndIgnoreRemainingEvents()
  }

  @Test func cancelAndIgnoreRemainingEventsConsumesThem() {
    let recorder = Just(1).record()
    recorder.cancelAndIgnoreRemainingEvents()
    recorder.expectNoEvents()
  }

  @Test func waitsInRealTime() async throws {
    let recorder = PassthroughSubject<Int, Never>().record()
    let start = DispatchTime.now().uptimeNanoseconds
    await recorder.expectNoEvents(for: .milliseconds(20))
    #expect(DispatchTime.now().uptimeNanoseconds - start >= 20_000_000)
    let blocked = DispatchTime.now().uptimeNanoseconds
    try await onPlainThread { recorder.expectNoEvents(for: .milliseconds(20)) }
    #expect(DispatchTime.now().uptimeNanoseconds - blocked >= 20_000_000)
    recorder.cancel()
  }

  @Test func expectNoEventsReportsAnEventThatArrivesWhileItWaits() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let issues = Issues()
    DispatchQueue(label: "elsewhere").async { subject.send(1) }
    try await onPlainThread { issues.collect { recorder.expectNoEvents(for: .seconds(600)) } }
    #expect(issues.all.map(\.text).first?.contains("value 1") == true)
    recorder.cancelAndIgnoreRemainingEvents()
  }
}
