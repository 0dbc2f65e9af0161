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

  @Test func onlyVeryLongTextsAreShortenedInTheDrawing() {
    let texts = [80, 120].map { String(repeating: "long ", count: $0) }
    let events = page(texts).lanes[0].events
    #expect(events[0].sign == texts[0])
    #expect(events[1].sign.count == 500 && events[1].sign.hasSuffix("…"))
    #expect(events[1].sentence == "1 ms texts: value \(texts[1])")
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
    #expect(page.lanes.map(\.name).filter { !$0.contains("TestPublisher") }.prefix(3) == ["keys", "numbers", "others"])
    let (first, second) = (page["first"]?.events ?? [], page["second"]?.events ?? [])
    #expect(first.map(\.kind) == ["scheduled", "ran"])
    #expect(second.map(\.kind) == ["scheduled", "ran"])
    #expect(second.map(\.cause) == [first.last?.run, first.last?.run] && first.last?.run != "")
    #expect(first.map(\.cause) == ["", ""])
    #expect(second.first?.sentence.hasPrefix("1 s second: scheduled for 2 s (\(#filePath):") == true)
    #expect(page["poll"]?.events.last?.sentence.hasPrefix("9 s poll: still pending, due (\(#filePath):") == true)
    #expect(page["poll"]?.note.hasSuffix(", every 3 s") == true)
    #expect(page["keys"]?.note.hasPrefix("hot, made at TimelinePageTests.swift:") == true)
    #expect(page.html.contains("<th scope=\"col\" class=\"now\""))
    expectGolden(page.html, "page-timeline.html")
    poll.cancel()
    withExtendedLifetime((recorder, other, input)) {}
  }

  /// Operators schedule without a name and a place.
  @Test(arguments: [false, true]) func unnamedWorkHasALaneForWhatHasLedToIt(isLogging: Bool) {
    let timeline = Timeline()
    timeline.isLogging = isLogging
    let scheduler = VirtualTimeScheduler(on: timeline)
    let subject = PassthroughSubject<Int, Never>()
    let delayed = subject.delay(for: 1, scheduler: scheduler).delay(for: 5, scheduler: scheduler).sink { _ in }
    let line = #line + 1
    timeline.schedule(in: .seconds(1), name: "typing") { subject.send(1) }
    timeline.advance(by: .seconds(2))
    subject.send(2)
    let lanes = ReadPage(timeline.page().html).lanes.filter { $0.name == "unnamed work" }
    guard isLogging else {
      #expect(lanes.map(\.note) == ["from an operator; isLogging shows more"])
      #expect(lanes.map { $0.events.map(\.kind) } == [["pending", "pending"]])
      return delayed.cancel()
    }
    #expect(lanes.map(\.note) == ["from typing, TimelinePageTests.swift:\(line)", "from code outside of actions"])
    // One of each `delay`, whose second action the first one has scheduled.
    #expect(
      lanes.map { $0.events.map(\.kind) } == [
        ["scheduled", "ran", "scheduled", "pending"], ["scheduled", "pending"],
      ])
    #expect(lanes[0].events[1].sentence.hasPrefix("2 s unnamed work: ran (from typing, TimelinePageTests.swift:"))
    delayed.cancel()
  }

  @Test func requestsAreInTheLane() throws {
    let scheduler = VirtualTimeScheduler()
    let source = scheduler.cold("-1-2-3|", values: .digits)
    let recorder = scheduler.record(source, name: "numbers", demand: .max(1), answer: { $0 == 2 ? .unlimited : .none })
    scheduler.advance(by: .milliseconds(2))
    recorder.request(.max(1))
    scheduler.run()
    let recording = recorder.consumeAll()
    #expect(try recorder.recording.get().requests == recording.requests)
    #expect(recording.requests.map(\.description) == ["0 ms: requested 1", "2 ms: requested 1", "3 ms: requested all"])
    #expect(recording.requests[1].place == SourcePlace(line: #line - 5))
    let events = ReadPage(recording.page().html).lanes[0].events
    #expect(events.filter { $0.kind == "request" }.map(\.sign) == ["+1", "+1", "+all"])
    #expect(events.map(\.kind).prefix(3) == ["subscription", "request", "value"])
    #expect(recording.withoutLifecycle.requests.isEmpty)
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @Test func aTaskHasALaneWithItsPlaceAndItsSleepsBelow() async throws {
    let timeline = Timeline("tasks")
    timeline.isLogging = true
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let line = #line
    timeline.task(name: "loader") { try await timeline.sleep(for: .seconds(2)) }
    timeline.task {
      try await timeline.sleep(for: .seconds(1))
      continuation.yield(1)
    }
    let recorder = timeline.record(values, name: "values", exhaustive: false)
    let plain = Task { try await timeline.sleep(for: .seconds(2)) }
    await timeline.waitForSleepers(1)
    await timeline.advance(by: .seconds(2))
    let page = ReadPage(timeline.page().html)
    let lanes = page.lanes.filter { $0.name != "values" || $0.note.hasPrefix("started") }
    #expect(lanes.map(\.name) == ["sleep", "loader", "sleep", "task 2", "sleep", "values"])
    func place(_ number: Int) -> String { "TimelinePageTests.swift:\(line + number)" }
    #expect(
      lanes.map(\.note) == [
        place(7), "started at \(place(1))", "of loader, \(place(1))", "started at \(place(2))",
        "of task 2, \(place(3))", "started at \(place(6))",
      ])
    #expect(lanes[1].events.map(\.kind) == ["scheduled", "ran", "scheduled", "ran"])
    #expect(lanes[2].events.map(\.kind) == ["scheduled", "ran"])
    #expect(lanes[2].events[0].cause == lanes[1].events[1].run)
    // The turn in which the second task yields has made the third one continue.
    let turn = try #require(lanes[3].events.last { $0.kind == "ran" })
    #expect(lanes[5].events.contains { $0.kind == "scheduled" && $0.cause == turn.run })
    #expect(page.html.contains(">Tasks</span>"))
    expectGolden(timeline.page(title: "Three tasks").html, "page-tasks.html")
    recorder.cancel()
    try await plain.value
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @Test func withoutALogASleepShowsTheStartOfItsTask() async {
    let timeline = Timeline()
    timeline.isLogging = false
    let line = #line + 1
    let task = timeline.task(name: "loader") { try await timeline.sleep(for: .seconds(1)) }
    await timeline.advance()
    let lanes = ReadPage(timeline.page().html).lanes
    #expect(lanes.map(\.name) == ["loader", "sleep"])
    #expect(lanes.map(\.note) == ["started at", "of loader,"].map { "\($0) TimelinePageTests.swift:\(line)" })
    #expect(lanes.map { $0.events.map(\.kind) } == [[], ["pending"]])
    task.cancel()
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @Test func tasksAfterTheFiftiethShareRows() async {
    let timeline = Timeline()
    timeline.isLogging = true
    for _ in 0..<60 { timeline.task { try await timeline.sleep(for: .seconds(1)) } }
    await timeline.advance(by: .seconds(1))
    let lanes = ReadPage(timeline.page().html).lanes
    #expect(lanes.count == 50 * 2 + 2)
    #expect(lanes.suffix(2).map(\.name) == ["further tasks", "sleep"])
    let counts = lanes.suffix(2).map(\.events.count)
    #expect(counts == [10 * 4, 10 * 2])
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
    await Races.race(
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
