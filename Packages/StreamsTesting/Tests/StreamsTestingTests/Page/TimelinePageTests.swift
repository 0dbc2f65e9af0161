import Foundation
import IssueReporting
import StreamsTesting
import Testing

/// Pages of recordings and timelines.
@Suite(.leakCheck()) struct TimelinePageTests {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  private func page(_ values: [String], name: String = "texts", title: String? = nil) -> ReadPage {
    let events = values.enumerated().map { Recorded<String, Never>.value($1, at: .milliseconds($0)) }
    return ReadPage(Recording(events, name: name).page(title: title).html)
  }

  @Test func theSameRunIsTheSamePage() {
    let scheduler = VirtualTimeScheduler()
    let source = scheduler.cold("-a-b-#", error: Offline() as any Error)
    let recorder = scheduler.record(source, name: "letters")
    scheduler.run()
    expectGolden(recorder.consumeAll().page(title: "Two letters").html, "page.html")
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\"'&<>", "a\u{0}b\u{1b}[31m", "\u{202E}txt.exe", "\u{2028}", "<!--", "日本語 👩‍👩‍👧",
    "\\u003c", "]]>",
  ]) func hostileTextsStayTexts(_ text: String) {
    let html = page([text], name: text, title: text).html
    #expect(html.components(separatedBy: "<script").count == 2)
    #expect(html.components(separatedBy: "</script").count == 2)
    #expect(!html.contains("\u{202E}") && !html.contains("\u{0}") && !html.contains("\u{2028}"))
  }

  @Test func longTextsAreShortenedInTheDrawingAlone() {
    let text = String(repeating: "long ", count: 40)
    let event = page([text]).lanes[0].events[0]
    #expect(event.sign.count == 60 && event.sign.hasSuffix("…"))
    #expect(event.sentence == "0 ms texts: value \(text)")
  }

  @Test func longGapsAreShortened() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("-a-b 3600s c|"), name: "letters")
    scheduler.run()
    #expect(recorder.consumeAll().page().html.contains("<th class=\"gap\">⋯ 3600"))
  }

  @Test func aThousandEventsStayBelow200Kilobytes() {
    let numbers = page((0..<1000).map { "\($0)" })
    #expect(numbers.lanes[0].events.count == 1000)
    #expect(numbers.html.utf8.count < 200_000)
  }

  @Test func aTimelineShowsItsStreamsItsWorkAndWhatItCaused() {
    let timeline = Timeline("clockwork")
    timeline.isLogging = true
    let subject = PassthroughSubject<Int, Never>()
    let recorder = timeline.record(subject, name: "numbers", exhaustive: false)
    let other = timeline.record(subject, name: "others", exhaustive: false)
    let input = timeline.hot("-a|", name: "keys")
    timeline.schedule(in: .seconds(1), name: "first") {
      subject.send(1)
      timeline.schedule(in: .seconds(1), name: "second") { subject.send(completion: .finished) }
    }
    let poll = timeline.schedule(at: .beginning.advanced(by: .seconds(9)), every: .seconds(3), name: "poll") {}
    timeline.advance(by: .seconds(2))
    let page = ReadPage(timeline.page().html)
    #expect(page.title == "clockwork")
    #expect(page.lanes.map(\.name).filter { !$0.contains("TestPublisher") }.prefix(3) == ["numbers", "others", "keys"])
    let (first, second) = (page["first"]?.events ?? [], page["second"]?.events ?? [])
    #expect(first.map(\.kind) == ["scheduled", "ran"])
    #expect(second.map(\.kind) == ["scheduled", "ran"])
    #expect(second.first?.cause == first.last?.work && second.first?.cause != "")
    #expect(second.first?.sentence.hasPrefix("1 s second: scheduled for 2 s (StreamsTestingTests/") == true)
    #expect(page["poll"]?.events.last?.sentence.hasPrefix("9 s poll: still pending, due (StreamsTestingTests/") == true)
    #expect(page["poll"]?.note.hasSuffix(", every 3 s") == true)
    #expect(page["keys"]?.note.hasPrefix("hot, made at TimelinePageTests.swift:") == true)
    #expect(page.html.contains("<th scope=\"col\" class=\"now\""))
    expectGolden(page.html, "page-timeline.html")
    poll.cancel()
    withExtendedLifetime((recorder, other, input)) {}
  }

  @Test func requestsAreInTheLane() {
    let scheduler = VirtualTimeScheduler()
    let source = scheduler.cold("-1-2-3|", values: .digits)
    let recorder = scheduler.record(source, name: "numbers", demand: .max(1), answer: { $0 == 2 ? .unlimited : .none })
    scheduler.advance(by: .milliseconds(2))
    recorder.request(.max(1))
    scheduler.run()
    let recording = recorder.consumeAll()
    #expect(recording.requests.map(\.description) == ["0 ms: requested 1", "2 ms: requested 1", "3 ms: requested all"])
    #expect(recording.requests[1].place?.hasSuffix("TimelinePageTests.swift:\(#line - 4)") == true)
    let events = ReadPage(recording.page().html).lanes[0].events
    #expect(events.filter { $0.kind == "request" }.map(\.sign) == ["+1", "+1", "+all"])
    #expect(events.map(\.kind).prefix(3) == ["subscription", "request", "value"])
    #expect(recording.withoutLifecycle.requests.isEmpty)
  }

  @Test func sleepsOfTasksHaveALaneOfTheirOwn() async {
    let timeline = Timeline("tasks")
    timeline.isLogging = true
    let line = #line
    timeline.task { try await timeline.sleep(for: .seconds(1)) }
    timeline.task { try await timeline.sleep(for: .seconds(2)) }
    await timeline.advance(by: .seconds(2))
    let page = ReadPage(timeline.page().html)
    #expect(page["turns of tasks"] != nil)
    let lanes = page.lanes.filter { $0.name != "turns of tasks" }
    #expect(lanes.map(\.name) == ["sleep", "sleep"])
    #expect(lanes.map(\.note) == [1, 2].map { "TimelinePageTests.swift:\(line + $0)" })
    #expect(lanes.map { $0.events.map(\.kind) } == [["scheduled", "ran"], ["scheduled", "ran"]])
  }

  @Test func tenThousandEventsAreAPage() {
    #expect(page((0..<10_000).map { "\($0 % 10)" }).lanes[0].events.count == 10_000)
  }

  /// The page may load the last reference to a test publisher or a recorder, so that it is deinitialised there.
  @Test func streamsThatEndWhileTheyAreShownAreReleasedOutsideTheLock() async {
    final class Shared {
      let timeline = Timeline()
      var publisher: TestPublisher<Ending, Never>?
      var recorder: Recorder<Ending, Never>?
    }
    /// Releases the streams while its description is made.
    struct Ending: CustomStringConvertible {
      unowned let shared: Shared
      var description: String {
        (shared.publisher, shared.recorder) = (nil, nil)
        return "value"
      }
    }
    await Races.run(
      times: 2, timeout: .seconds(300),
      on: {
        let shared = Shared()
        let publisher: TestPublisher<Ending, Never> = shared.timeline.cold([.value(Ending(shared: shared), at: .zero)])
        shared.recorder = shared.timeline.record(publisher, exhaustive: false)
        shared.publisher = publisher
        shared.timeline.advance()
        shared.recorder?.cancel()
        return shared
      }, { _ = $0.timeline.page().html },
      check: { if $0.publisher != nil || $0.recorder != nil { throw Offline() } })
  }
}
