import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct TimelinePageTests {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  private func recording() -> Recording<String, any Error> {
    let scheduler = VirtualTimeScheduler()
    let source = scheduler.cold("-a-b-#", error: Offline() as any Error)
    let recorder = scheduler.record(source, name: "letters")
    scheduler.run()
    return recorder.consumeAll()
  }

  @Test func theSameRunIsTheSamePage() {
    expectGolden(recording().page(title: "Two letters").html, "page.html")
  }

  @Test func aPageIsReadBack() throws {
    let recording = recording()
    let page = try #require(TimelinePage(html: recording.page().html))
    #expect(page == recording.page())
    let read = try #require(page.recording(of: "letters"))
    #expect(read.values == recording.values)
    #expect(read.events.map(\.time) == recording.events.map(\.time))
    #expect("\(read.events)" == "\(recording.events)")
    #expect(page.recording(of: "numbers") == nil)
    #expect(TimelinePage(html: "<html></html>") == nil)
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\"'&<>", "a\u{0}b\u{1b}[31m", "\u{202E}txt.exe", "\u{2028}", "<!--", "日本語 👩‍👩‍👧",
    "\\u003c", "]]>",
  ]) func hostileTextsStayTexts(_ text: String) throws {
    let event = TimelinePage.Event(time: 1, kind: .value, label: text, place: text)
    let page = TimelinePage(title: text, lanes: [TimelinePage.Lane(name: text, events: [event])])
    let html = page.html
    #expect(TimelinePage(html: html) == page)
    #expect(html.components(separatedBy: "<script").count == 3)
    #expect(html.components(separatedBy: "</script").count == 3)
    #expect(!html.contains("\u{202E}") && !html.contains("\u{0}") && !html.contains("\u{2028}"))
  }

  @Test func longGapsAreCompressed() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("-a-b 3600s c|"), name: "letters")
    scheduler.run()
    let html = recorder.consumeAll().page().html
    #expect(html.contains("⋯ 3600"))
    let width = html.firstMatch(of: #/class="timeline-page" width="(\d+)/#).flatMap { Int($0.1) }
    #expect((width ?? .max) < 600)
  }

  @Test func thousandEventsStayBelow200Kilobytes() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(
      scheduler.cold((0..<1000).map { .value($0, at: .milliseconds($0 * 7)) }), name: "numbers")
    scheduler.run()
    let page = recorder.consumeAll().page()
    #expect(page.lanes[0].events.count > 1000)
    #expect(page.html.utf8.count < 200_000)
  }

  @Test func aTimelineShowsItsWorkAndWhatItCaused() throws {
    let timeline = Timeline("clockwork")
    timeline.isLogging = true
    let subject = PassthroughSubject<Int, Never>()
    let recorder = timeline.record(subject, name: "numbers")
    timeline.schedule(in: .seconds(1), name: "first") {
      subject.send(1)
      timeline.schedule(in: .seconds(1), name: "second") { subject.send(completion: .finished) }
    }
    timeline.advance(by: .seconds(2))
    let page = timeline.page(recorder.consumeAll())
    #expect(page.title == "clockwork")
    #expect(page.lanes.map(\.name) == ["numbers", "first", "second"])
    let (first, second) = (page.lanes[1].events, page.lanes[2].events)
    #expect(first.map(\.kind) == [.scheduled, .ran])
    #expect(second.map(\.kind) == [.scheduled, .ran])
    #expect(second[0].cause == first[1].work)
    #expect(second[0].label == "for 2 s")
    #expect(first[0].cause == nil)
    #expect(first[0].place?.contains("TimelinePageTests.swift") == true)
    expectGolden(page.html, "page-timeline.html")
  }

  @Test func aFailingExpectationLeavesAPage() throws {
    let pages = Pages()
    let issues = Issues()
    FailurePages.$attach.withValue({ html, _ in pages.add(html) }) {
      issues.collect {
        let scheduler = VirtualTimeScheduler()
        scheduler.expect(scheduler.cold("-1-3|", values: .digits), toEqual: "-1-2|")
        scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
      }
    }
    #expect(issues.all.count == 1)
    #expect(pages.all.count == 1)
    let page = try #require(TimelinePage(html: pages.all[0]))
    #expect(page.lanes.map(\.name) == ["expected", "actual"])
    #expect(page.lanes.map { $0.events.firstIndex(where: \.isDifference) } == [1, 1])
    #expect(page.lanes.map { $0.events[1].label } == ["2", "3"])
    expectGolden(pages.all[0], "page-difference.html")
  }

  @Test func everyWayToExpectShowsWhatWasExpected() async throws {
    let pages = Pages()
    let issues = Issues()
    func numbers() -> Recorder<Int, Never> {
      let scheduler = VirtualTimeScheduler()
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers", exhaustive: false)
      scheduler.run()
      return recorder
    }
    FailurePages.$attach.withValue({ html, _ in pages.add(html) }) {
      issues.collect {
        numbers().expect(values: [1, 3])
        numbers().expect(events: [Recorded(time: .beginning, event: .value(1))])
        numbers().expect(toEqual: "-1-3|", values: .digits)
        _ = try? numbers().next { $0 == 3 }.get()
        _ = try? numbers().finished.inverted.get()
        let exhaustive = numbers()
        exhaustive.expectNoEvents()
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("-1-2|", values: .digits)
        scheduler.steps(of: source).expectSubscription().thenAdvance(by: .milliseconds(3)).expectNext(1, 3)
          .expectFinished().verify()
        let other = VirtualTimeScheduler()
        other.steps(of: other.cold("-1-2|", values: .digits)).expectSubscription().thenAdvance(by: .milliseconds(5))
          .expectNext(1, 2).verify()
      }
    }
    let read = try pages.all.map { try #require(TimelinePage(html: $0)) }
    #expect(read.count == issues.all.count)
    #expect(read.count == 8)
    for page in read {
      #expect(page.lanes.first?.name == "expected")
      #expect(page.lanes.first?.events.contains(where: \.isDifference) == true, "\(page.title)")
    }
    let labels = read.map { $0.lanes[0].events.first { $0.isDifference }?.label ?? "" }
    #expect(
      labels == [
        "[1, 3]", "1", "3", "a matching value", "not the end without a failure", "nothing more", "expectNext",
        "nothing more",
      ])
  }

  @Test func anExplorationThatFailsLeavesBothOrders() throws {
    let pages = Pages()
    let issues = Issues()
    FailurePages.$attach.withValue({ html, _ in pages.add(html) }) {
      issues.collect {
        exploreOrders(yields: 5) { timeline in
          var balance = 0
          timeline.schedule(in: .seconds(1), name: "double") { balance *= 2 }
          timeline.schedule(in: .seconds(1), name: "pay in") { balance += 5 }
          timeline.schedule(in: .seconds(2), name: "close") {}
          timeline.advance(by: .seconds(2))
          return balance
        }
        exploreOrders(yields: 1) { _ in 1 }
      }
    }
    #expect(issues.all.count == 1)
    #expect(pages.all.count == 1)
    let page = try #require(TimelinePage(html: pages.all[0]))
    #expect(page.lanes.prefix(2).map(\.name) == ["usual order", "failing order"])
    #expect(page.lanes[0].events.map(\.label) == ["1", "2", "3"])
    #expect(page.lanes[1].events.map(\.label) == ["2", "1", "3"])
    let marked = page.lanes.prefix(2).map { $0.events.map(\.isDifference) }
    #expect(marked == [[true, true, false], [true, true, false]])
    #expect(page.lanes.count == 5)
    #expect(page.lanes[2].name == "1: double")
    expectGolden(pages.all[0], "page-orders.html")
  }

  @Test func ordersOfTasksDifferInTheirTurns() async throws {
    let pages = Pages()
    let issues = Issues()
    _ = await withIssueReporters([issues]) {
      await FailurePages.$attach.withValue({ html, _ in pages.add(html) }) {
        await exploreOrders(yields: ["1", "2"]) { timeline in
          let ended = Pages()
          for number in 1...2 { timeline.task { ended.add("\(number)") } }
          await timeline.advance()
          return ended.all
        }
      }
    }
    #expect(issues.all.count == 1)
    #expect(pages.all.count == 1)
    let page = try #require(TimelinePage(html: pages.all[0]))
    #expect(page.lanes.map(\.name) == ["usual order", "failing order", "turns of tasks"])
    let (usual, failing) = (page.lanes[0].events, page.lanes[1].events)
    #expect(usual.count == failing.count)
    let swapped = usual.indices.filter { usual[$0].isDifference }
    #expect(swapped.count == 2)
    #expect(swapped.map { usual[$0].label } == swapped.reversed().map { failing[$0].label })
  }

  @Test func requestsStandInTheLane() throws {
    let scheduler = VirtualTimeScheduler()
    let source = scheduler.cold("-1-2-3|", values: .digits)
    let recorder = scheduler.record(source, name: "numbers", demand: .max(1), answer: { $0 == 2 ? .unlimited : .none })
    scheduler.advance(by: .milliseconds(2))
    recorder.request(.max(1))
    scheduler.run()
    let recording = recorder.consumeAll()
    #expect(recording.requests.map(\.description) == ["0 ms: requested 1", "2 ms: requested 1", "3 ms: requested all"])
    #expect(recording.requests[1].place?.hasSuffix("TimelinePageTests.swift:\(#line - 4)") == true)
    let events = recording.page().lanes[0].events
    #expect(events.filter { $0.kind == .request }.map(\.label) == ["+1", "+1", "+all"])
    #expect(events.map(\.kind).prefix(3) == [.subscription, .request, .value])
    let read = try #require(TimelinePage(html: recording.page().html)?.recording(of: "numbers"))
    #expect(read.requests.map(\.demand) == [.max(1), .max(1), .unlimited])
    #expect(recording.withoutLifecycle.requests.isEmpty)
  }

  @Test func sleepsOfTasksHaveALaneOfTheirOwn() async {
    let timeline = Timeline("tasks")
    timeline.isLogging = true
    timeline.task { try await timeline.sleep(for: .seconds(1)) }
    timeline.task { try await timeline.sleep(for: .seconds(2)) }
    await timeline.advance(by: .seconds(2))
    let page = timeline.page()
    #expect(page.lanes.map(\.name).contains("turns of tasks"))
    let lanes = page.lanes.filter { $0.name != "turns of tasks" }
    #expect(lanes.count == 2)
    #expect(lanes.allSatisfy { $0.name.hasPrefix("sleep at StreamsTestingTests/TimelinePageTests.swift:") })
    #expect(lanes.map { $0.events.map(\.kind) } == [[.scheduled, .ran], [.scheduled, .ran]])
  }

  @Test func aPageIsWrittenIntoTheFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let issues = Issues()
    FailurePages.$folder.withValue(folder) {
      issues.collect {
        let scheduler = VirtualTimeScheduler()
        scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        scheduler.expect(scheduler.cold("-1-3|", values: .digits), toEqual: "-1-2|")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count == 1)
    #expect(issues.all.first?.text.contains("To step through it: \(files[0].path)") == true)
    #expect(TimelinePage(html: try String(contentsOf: files[0], encoding: .utf8)) != nil)
  }

  @Test func aFolderThatCannotBeWrittenIsSaid() {
    let issues = Issues()
    FailurePages.$folder.withValue(URL(fileURLWithPath: "/dev/null/pages")) {
      issues.collect {
        let scheduler = VirtualTimeScheduler()
        scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
      }
    }
    #expect(issues.all.first?.text.contains("Its page could not be written to /dev/null/pages/") == true)
  }

  @Test func tenThousandEventsAreAPage() {
    let events = (0..<10_000).map {
      TimelinePage.Event(time: Int64($0 / 3) * 1_000_000, kind: .value, label: "\($0 % 10)")
    }
    let lanes = (0..<10).map { lane in
      TimelinePage.Lane(
        name: "lane \(lane)", events: events.enumerated().filter { $0.offset % 10 == lane }.map(\.element))
    }
    let page = TimelinePage(title: "many", lanes: lanes)
    #expect(TimelinePage(html: page.html) == page)
  }
}

/// Sendable because `pages` is guarded by `lock`.
private final class Pages: @unchecked Sendable {
  private let lock = NSLock()
  private var pages: [String] = []
  func add(_ page: String) { lock.withLock { pages.append(page) } }
  var all: [String] { lock.withLock { pages } }
}
