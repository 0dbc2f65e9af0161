import IssueReporting
import StreamsLaws
import StreamsTesting
import Testing

/// Sends without being asked, in ways that would never come to an end.
private struct Overeager: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let isEndless: Bool

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Line(subscriber, isEndless: isEndless))
  }

  private final class Line<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    private var subscriber: S?
    private let isEndless: Bool

    init(_ subscriber: S, isEndless: Bool) {
      self.subscriber = subscriber
      self.isEndless = isEndless
    }

    func request(_ demand: Subscribers.Demand) {
      if isEndless {
        while let subscriber { _ = subscriber.receive(7) }
      } else {
        for value in 1...3 { _ = subscriber?.receive(value) }
        subscriber?.receive(completion: .finished)
      }
    }

    func cancel() { if isEndless { subscriber = nil } }
  }
}

struct ExcessTests {
  @Test(arguments: [true, false]) func aSourceThatExceedsItsDemandIsStoppedAndReported(isEndless: Bool) async {
    let report = await withIssueReporters([Issues()]) {
      await Laws.check(
        source: "overeager", endless: isEndless, effort: LawEffort(forms: [.deterministic], timeout: .seconds(300))
      ) { Overeager(isEndless: isEndless) }
    }
    #expect(report.broken.contains(.neverMoreThanRequested))
    #expect(!report.broken.contains(.callsReturn))
  }
}
