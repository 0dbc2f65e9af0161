import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck(), .waitTimeout(.seconds(30))) struct StepsInRealTimeTests {
  private let queue = DispatchQueue(label: "elsewhere")

  @Test func stepsInRealTimeWaitForEvents() async {
    let subject = PassthroughSubject<Int, Never>()
    let holds = await subject.receive(on: queue).steps()
      .expectSubscription()
      .expectNoEvents(for: .milliseconds(1))
      .then { subject.send(1) }
      .expectNext(1)
      .then { queue.async { subject.send(2) } }
      .thenAdvance(by: .milliseconds(1))
      .expectNext { $0 > 1 }
      .then { subject.send(completion: .finished) }
      .expectFinished()
      .verify()
    #expect(holds)
  }

  @Test func stepsRequestDemand() async {
    let holds = await (1...3).publisher.steps(demand: .none)
      .thenRequest(.max(2))
      .expectNext(1, 2)
      .thenRequest(.unlimited)
      .expectNext(count: 1)
      .expectFinished()
      .verify()
    #expect(holds)
  }

  @Test func theBlockingFormWaitsOnAPlainThread() async throws {
    let holds = try await onPlainThread {
      [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere")).steps().expectNext(1, 2).expectFinished()
        .verify()
    }
    #expect(holds)
  }

  @Test func theBlockingFormIsRefusedInATask() {
    let issues = Issues()
    let refused: () -> Bool = { PassthroughSubject<Int, Never>().steps().expectNext(1).verify() }
    #expect(issues.collect { !refused() })
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("'await'") == true)
  }

  @Test func anEventThatDoesNotArriveInTimeIsReportedAtItsStep() async {
    let issues = Issues()
    var line: UInt = 0
    let holds = await withIssueReporters([issues]) {
      await WaitTimeout.$duration.withValue(.seconds(0.01)) {
        line = #line + 2
        return await PassthroughSubject<Int, Never>().steps(name: "silent")
          .expectNext(1)
          .verify()
      }
    }
    #expect(!holds)
    #expect(issues.all.map(\.line) == [line])
    #expect(
      issues.all[0].text.hasPrefix("silent, step 1, expectNext: expected value 1, got nothing"),
      "\(issues.all[0].text)")
  }

  @Test func expectNoEventsReportsAnEventBeforeTheTimeIsOver() async {
    let issues = Issues()
    let subject = PassthroughSubject<Int, Never>()
    _ = await withIssueReporters([issues]) {
      await subject.steps(name: "noisy")
        .then { queue.async { subject.send(1) } }
        .expectNoEvents(for: .seconds(30))
        .verify()
    }
    #expect(issues.all.count == 1)
    #expect(issues.all[0].text.hasPrefix("noisy, step 2, expectNoEvents: expected nothing for 30 s, got value 1 at"))
  }
}
