import IssueReporting
import StreamsTesting
import Testing

/// Recorders and test publishers, used by several threads at once.
@Suite(.leakCheck()) struct RecorderRacesTests {
  struct Wrong: Error, CustomStringConvertible { let description: String }

  private final class Recorded {
    let subject = PassthroughSubject<Int, Never>()
    let recorder: Recorder<Int, Never>

    init(on timeline: Timeline?) {
      recorder = timeline.map { [subject] in $0.record(subject) } ?? subject.record()
    }
  }

  @Test(arguments: [true, false]) func aRecorderIsReadWhileItRecords(isVirtual: Bool) async {
    await Races.race(
      times: 50, on: { Recorded(on: isVirtual ? Timeline() : nil) },
      { shared in
        for number in 0..<200 { shared.subject.send(number) }
        shared.subject.send(completion: .finished)
      },
      { shared in
        var last = 0
        while shared.recorder.isAlive {
          let count = shared.recorder.consumeAll().events.count
          precondition(count >= last)
          last = count
        }
      },
      check: { shared in
        let events = shared.recorder.consumeAll().events
        guard events.compactMap(\.event.value) == Array(0..<200), events.last?.event == .finished else {
          throw Wrong(description: "\(events)")
        }
        guard zip(events, events.dropFirst()).allSatisfy({ $0.order < $1.order }) else {
          throw Wrong(description: "\(events.map(\.order))")
        }
      })
  }

  private final class Fed {
    let timeline = Timeline()
    let source: TestPublisher<Int, Never>
    let recorder: Recorder<Int, Never>

    init() {
      source = timeline.cold((0..<100).map { .value($0, at: .milliseconds($0 / 4)) })
      recorder = timeline.record(source, demand: .max(1), exhaustive: false)
    }
  }

  @Test func anotherThreadRequestsWhileTimeAdvances() async {
    await Races.race(
      times: 50, on: { Fed() }, { $0.timeline.run() }, { fed in for _ in 0..<30 { fed.recorder.request(.max(1)) } },
      { fed in for _ in 0..<30 { fed.recorder.request(.max(1)) } },
      check: { fed in
        let log = fed.source.subscriptions[0]
        guard fed.recorder.consumeAll().values == Array(0..<61), log.delivered == 61, log.requested == .max(61) else {
          throw Wrong(description: "\(fed.recorder.consumeAll().values), \(log)")
        }
      })
  }

  @Test func anotherThreadCancelsWhileTimeAdvances() async {
    await Races.race(
      times: 50, on: { Fed() }, { $0.timeline.run() }, { $0.recorder.request(.unlimited) }, { $0.recorder.cancel() },
      check: { fed in
        let values = fed.recorder.consumeAll().values
        guard values == Array(0..<values.count), !fed.recorder.isAlive, fed.timeline.pendingCount == 0 else {
          throw Wrong(description: "\(values)")
        }
      })
  }
}
