import Foundation
import IssueReporting
import StreamsTesting
import Testing

/// Pages of failed expectations.
@Suite(.leakCheck()) struct FailurePageTests {
  private let issues = Issues()

  /// Runs `body`, and returns the pages of its failures.
  private func pages(of body: () -> Void) -> [ReadPage] {
    let pages = Pages()
    FailurePages.$receiver.withValue(.init { html, _ in pages.add(html) }) { issues.collect(body) }
    return pages.all.map(ReadPage.init)
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @Test("Numbers are doubled") func aPageShowsTheTestTheMessageAndTheDifference() throws {
    var line = 0
    let pages = pages {
      let scheduler = VirtualTimeScheduler()
      // It is on if STREAMS_FAILURE_PAGES is set.
      scheduler.timeline.isLogging = false
      let save = scheduler.timeline.task(name: "save") { try await scheduler.timeline.sleep(for: .seconds(2)) }
      scheduler.advance(by: .milliseconds(10))
      let timer = scheduler.timeline.schedule(
        at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "poll"
      ) {}
      let source = scheduler.cold("-1-2--", values: .digits, name: "numbers")
      line = #line + 1
      scheduler.expect(source.map { $0 * 3 }, toEqual: "^2-4-!", name: "doubled")
      scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
      timer.cancel()
      save.cancel()
    }
    #expect(issues.all.count == 1)
    #expect(pages.count == 1)
    let page = try #require(pages.first)
    #expect(page.title == "FailurePageTests: Numbers are doubled")
    #expect(page.html.contains("<p class=\"place\">\(#filePath):\(line)</p>"))
    #expect(
      page.html.contains(
        "doubled did not send the expected events. The marbles start at 10 ms.\n<span>  expected: ^2-4-!</span>\n"))
    #expect(page.lanes.map(\.name) == ["expected", "doubled", "difference", "numbers", "poll", "save", "sleep"])
    #expect(page.lanes.prefix(2).map(\.note) == ["", "actual, recorded at FailurePageTests.swift:\(line)"])
    let signs = page.lanes.prefix(2).map { $0.events.map(\.sign) }
    #expect(signs == [["^", "2", "4", "!"], ["^", "+all", "3", "6", "!"]])
    let differing = page.lanes.prefix(2).map { $0.events.filter(\.differs).map(\.sentence) }
    #expect(
      differing == [
        ["11 ms expected: value 2", "13 ms expected: value 4"], ["11 ms doubled: value 3", "13 ms doubled: value 6"],
      ])
    #expect(page.lanes[2].events.map(\.sign) == ["expected value 2, got value 3", "expected value 4, got value 6"])
    #expect(page["numbers"]?.note.contains("subscribed at 10 ms, requested all, got 2") == true)
    #expect(page["poll"]?.events.map(\.kind) == ["pending"])
    expectGolden(page.html, "page-difference.html")
  }

  @Test func aPageDoesNotShowTheCancellationThatEndsTheExpectation() throws {
    let page = try #require(
      pages {
        let timeline = Timeline()
        timeline.expect(timeline.cold("-1-2-", values: .digits), toEqual: "-1-3-", name: "numbers")
      }.first)
    #expect(page["numbers"]?.events.map(\.kind) == ["subscription", "request", "value", "value"])
  }

  @Test func pastTicksOfPendingTimersAreShownWithoutALog() throws {
    let page = try #require(
      pages {
        let timeline = Timeline()
        timeline.isLogging = false
        let timer = timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "poll") {}
        timeline.advance(by: .seconds(3))
        timeline.expect(timeline.cold("-1|"), toEqual: "-2|")
        timer.cancel()
      }.first)
    #expect(page["poll"]?.events.map(\.kind) == ["due", "due", "due", "pending"])
    #expect(page["poll"]?.events.first?.sentence.hasPrefix("1 s poll: ran, was due then (\(#filePath):") == true)
  }

  @Test func aTimeInTheMessageIsTheTimeOfAColumn() throws {
    let page = try #require(
      pages {
        let scheduler = VirtualTimeScheduler()
        scheduler.advance(by: .seconds(1))
        scheduler.expect(scheduler.cold("-a--b|"), toEqual: "-a-b--|", name: "letters")
      }.first)
    #expect(
      page.html.contains(
        "letters did not send the expected events. The marbles start at 1 s.\n<span>  expected: -a-b--|"))
    let lines = [
      "at 1.003 s: expected value &quot;b&quot;, got nothing until value &quot;b&quot; at 1.004 s",
      "at 1.004 s: expected nothing until 1.006 s, got value &quot;b&quot;",
    ]
    for line in lines { #expect(page.html.contains("\n  \(line)\n")) }
    #expect(page["difference"]?.events.first?.sentence.hasPrefix("1.003 s difference: expected value \"b\"") == true)
  }

  @Test func thePartThatDiffersIsMarked() {
    let start = String(repeating: "long ", count: 300)
    let pages = pages {
      func expect(_ wanted: String, _ found: String) {
        let recorder = Timeline().record(Just(found), exhaustive: false)
        recorder.expect(toEqual: "(x|)", values: ["x": wanted])
      }
      expect("start a end", "start bc end")
      expect("start", "start and end")
      expect("a", "b")
      expect(start + "a", start + "b")
      Timeline().record(Just("start a end"), exhaustive: false).expect(values: ["start b end"])
      Timeline().record(Just("start a end"), exhaustive: false).expect(toEqual: "---x")
    }
    func marks(_ number: Int) -> [String?] {
      pages[number].lanes.prefix(3).flatMap { $0.events.filter(\.differs).map(\.mark) }
    }
    #expect(marks(0) == ["a", "bc"])
    #expect(marks(1) == ["", " and end"])
    #expect(marks(2) == [nil, nil])
    #expect(marks(3) == ["a", "b"])
    #expect(pages[3].lanes[0].events.first?.sign == "…\(start.suffix(199))a")
    #expect(marks(4) == ["b", "a"])
    #expect(pages[4].lanes[2].events.map(\.sign) == ["expected value \"start b end\", got value \"start a end\""])
    #expect(marks(5).allSatisfy { $0 == nil })
  }

  @Test(arguments: [
    ["a b", "a\nb", " ", "↵"], ["a  b", "a b", " ", ""], ["a\tb", "a b", "⇥", " "], ["a\r\nb", "a\nb", "␍", ""],
    ["a\\nb", "a\nb", "\\n", "↵"], ["a↵b", "a\nb", "␛", ""], ["a\u{2028}b", "a\nb", "⏎", "↵"],
  ])
  func whiteSpaceThatDiffersIsMarked(_ texts: [String]) throws {
    let html = try #require(
      pages {
        let recorder = Timeline().record(Just(texts[1]), exhaustive: false)
        recorder.expect(toEqual: "(x|)", values: ["x": texts[0]])
      }.first?.html)
    #expect(html.contains("<mark>\(texts[2])</mark>") && html.contains("<mark>\(texts[3])</mark>"))
    let words = texts.prefix(2).map { text in
      text.unicodeScalars.map { ["\n": "↵", "\r": "␍", "\t": "⇥", "↵": "␛↵", "\u{2028}": "⏎"][$0] ?? "\($0)" }.joined()
    }
    #expect(html.contains(">expected value &quot;\(words[0])&quot;, got value &quot;\(words[1])&quot;</b>"))
    #expect(!html.contains("\u{FFFD}"))
  }

  @Test func aLaneShowsTheFirstSubscriptionsAndTheLast() throws {
    let page = try #require(
      pages {
        struct Offline: Error {}
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("#", error: Offline(), name: "numbers")
        scheduler.expect(source.map { $0 }.retry(9), toEqual: "-")
      }.first)
    let note = try #require(page["numbers"]?.note)
    #expect(note.matches(of: #/subscribed at/#).count == 4)
    #expect(note.contains("; 6 more; subscribed at"))
  }

  /// What is equal is shortened, what differs is not: in the lanes, in words and in the message.
  @Test func aDifferenceIsShownToItsEnd() throws {
    let (same, other) = (String(repeating: "same ", count: 300), String(repeating: "other ", count: 300))
    let found = "\(same)A\(other)B\(same)"
    let pages = pages {
      let recorder = Timeline().record(Just(found), exhaustive: false)
      recorder.expect(toEqual: "(x|)", values: ["x": "\(same)CD\(same)"])
      // Nothing is equal, or there is no counterpart.
      Timeline().record(Just(other), exhaustive: false).expect(toEqual: "(x|)", values: ["x": "-"])
      Timeline().record(Just(other), exhaustive: false).expect(toEqual: "---x")
    }
    let (wanted, got) = (pages[0].lanes[0].events, pages[0].lanes[1].events)
    #expect(wanted.first { $0.differs }?.mark == "CD")
    #expect(got.first { $0.differs }?.mark == "A\(other)B")
    let (before, after) = ("…" + same.suffix(199), same.prefix(99) + "…")
    let words = try #require(pages[0].lanes[2].events.first)
    #expect(words.sign == "expected \(before)CD\(after), got \(before)A\(other)B\(after)")
    #expect(words.sentence.hasSuffix(words.sign))
    #expect(issues.all[0].text.contains(words.sign))
    #expect(got.first { $0.differs }?.sentence.contains("\(found)") == true, "the page has all of it")
    #expect(pages[1].lanes[1].events.first { $0.differs }?.sign == other)
    #expect(pages[1].lanes[2].events.map(\.sign) == ["expected value \"-\", got value \"\(other)\""])
    #expect(pages[2].lanes[1].events.first { $0.differs }?.sign == other)
    expectGolden(pages[0].html, "page-long.html")
  }

  @Test func aDiffOfLinesIsMarked() throws {
    let page = try #require(
      pages {
        let scheduler = VirtualTimeScheduler()
        scheduler.record(Just([1, 2, 3]), exhaustive: false).expect(values: [[1, 2, 4]])
      }.first)
    #expect(page.html.contains("<del>") && page.html.contains("<ins>"))
  }

  /// A recorder of 1 at 1 ms, 2 at 3 ms and the end at 4 ms by default, at 10 ms.
  private func numbers(_ marbles: String = "-1-2|") -> Recorder<Int, Never> {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold(marbles, values: .digits), name: "numbers", exhaustive: false)
    scheduler.advance(by: .milliseconds(10))
    return recorder
  }

  @Test func valuesAreAlignedWithTheExpectedOnesOfTheirNumbers() throws {
    var line = 0
    let pages = pages {
      line = #line + 1
      numbers().expect(values: [1, 3, 4])
      numbers("-12345|").expect(values: [0, 2])
      let recorder = numbers()
      _ = try? recorder.next().get()
      recorder.expect(values: [5])
    }
    #expect(
      pages.map { $0.lanes.prefix(3).map(\.name) } == Array(repeating: ["expected", "numbers", "difference"], count: 3))
    func lanes(_ page: Int) -> [[String]] {
      pages[page].lanes.prefix(2).map { $0.events.map { "\($0.time) \($0.sign)\($0.differs ? " differs" : "")" } }
    }
    #expect(lanes(0)[0] == ["1 1", "3 3 differs", "10 4 differs"])
    #expect(lanes(0)[1] == ["0 ^", "0 +all", "1 1", "3 2 differs", "4 |"])
    #expect(
      pages[0].lanes[2].events.map(\.sentence) == [
        "3 ms difference: expected value 3, got value 2", "10 ms difference: expected value 4, got nothing more",
      ])
    #expect(lanes(1)[0] == ["1 0 differs", "2 2"])
    #expect(lanes(1)[1] == ["0 ^", "0 +all", "1 1 differs", "2 2", "3 3 differs", "4 4 differs", "5 5 differs", "6 |"])
    // A consumed value is not compared.
    #expect(lanes(2)[0] == ["3 5 differs"])
    #expect(lanes(2)[1] == ["0 ^", "0 +all", "1 1", "3 2 differs", "4 |"])
    #expect(pages[0].html.contains("<p class=\"place\">\(#filePath):\(line)</p>"))
    #expect(pages[0].lanes[1].note.hasPrefix("actual, recorded at FailurePageTests.swift:"))
    expectGolden(pages[0].html, "page-recorder.html")
  }

  /// The events that made an expectation fail are framed, or a frame says that nothing came.
  @Test func aFailedExpectationFramesItsEventsInTheLaneOfTheRecorder() {
    let pages = pages {
      _ = try? numbers("-1-").next(2).wait()
      _ = try? numbers().next(3).get()
      _ = try? numbers().next { $0 == 3 }.get()
      _ = try? numbers("-1-").finished.wait()
      _ = try? numbers().single.get()
      _ = try? numbers().finished.inverted.get()
      _ = try? numbers().next().inverted.get()
      numbers().expectNoEvents()
    }
    #expect(pages.count == issues.all.count)
    func framed(_ lane: Int) -> [[String]] {
      pages.map { $0.lanes[lane].events.filter(\.differs).map { "\($0.time) \($0.sign)" } }
    }
    #expect(
      framed(0) == [
        ["10 2 values"], ["1 3 values"], ["1 a matching value"], ["10 the end without a failure"],
        ["1 one value and the end"], ["4 not the end without a failure"], ["1 not a value"], ["1 nothing more"],
      ])
    #expect(
      framed(1) == [
        ["10 nothing"], ["1 1", "3 2", "4 |"], ["1 1", "3 2", "4 |"], ["10 nothing"], ["1 1", "3 2", "4 |"], ["4 |"],
        ["1 1"], ["1 1", "3 2", "4 |"],
      ])
    #expect(
      pages.map { $0.lanes[2].events.map(\.sign) } == [
        ["expected 2 values, but nothing more is pending"], ["expected 3 values"], ["expected a matching value"],
        ["never completed; expected the end without a failure, but nothing more is pending"],
        ["expected one value and the end"], ["did not expect the end without a failure, but got it"],
        ["did not expect a value, but got it: 1"], ["not consumed"],
      ])
  }

  @Test func aValueBeyondTheDemandIsFramed() throws {
    let page = try #require(
      pages {
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("-1-2-", values: .digits, whenNoDemand: .sendAnyway)
        let recorder = scheduler.record(source, name: "numbers", demand: .max(1), exhaustive: false)
        scheduler.run()
        recorder.cancel()
      }.first)
    #expect(page.lanes.prefix(2).map { $0.events.filter(\.differs).map(\.sign) } == [["a request first"], ["2"]])
  }

  @Test func inRealTimeNothingIsFramedAtTheTimeOfTheFailure() throws {
    let page = try #require(
      pages {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record(name: "numbers", exhaustive: false)
        subject.send(1)
        _ = try? recorder.next(2).get()
      }.first)
    #expect(page.lanes[1].events.map(\.sign) == ["^", "+all", "1", "nothing"])
    #expect(page.lanes[0].events.map(\.time) == [page.lanes[1].events[3].time])
  }

  @Test func aPageIsWrittenIntoTheFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
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
    #expect(try String(contentsOf: files[0], encoding: .utf8).hasPrefix("<!doctype html>"))
  }

  @Test("Step 12") func theTitleAndTheFileNameHaveTheSuite() throws {
    let names = Pages()
    let pages = Pages()
    FailurePages.$receiver.withValue(
      .init { html, name in
        pages.add(html)
        names.add(name)
      }
    ) {
      issues.collect {
        let scheduler = VirtualTimeScheduler()
        scheduler.expect(scheduler.cold("-1|"), toEqual: "-2|")
      }
    }
    #expect(pages.all.map { ReadPage($0).title } == ["FailurePageTests: Step 12"])
    #expect(names.all.map { $0.hasPrefix("FailurePageTests--Step-12-") } == [true], "\(names.all)")
  }

  /// What is pending on the timeline is in the page, though no stream is expected or recorded.
  @Test func otherFailuresHavePagesOfTheirTimelines() throws {
    let pages = pages {
      let timeline = Timeline()
      let timer = timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "poll") {}
      let input = timeline.cold("-1|", name: "numbers")
      withLeakCheck {
        let other = Timeline()
        _ = other.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "leak") {}
      }
      _ = timeline.cold("-(1", name: "unread")
      timeline.expect(input, toEqual: "-(1")
      timer.cancel()
    }
    #expect(pages.count == issues.all.count)
    #expect(pages.map { $0.lanes.map(\.name) } == [["leak"], ["numbers", "poll"], ["numbers", "poll"]])
    #expect(pages.allSatisfy { $0.title.contains("otherFailures") })
  }

  @Test func issuesThatATimelineReportsHavePages() throws {
    let pages = pages {
      let timeline = Timeline()
      let recorder = timeline.record(Empty<Int, Never>(completeImmediately: false), name: "numbers")
      let timer = timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "poll") {}
      timeline.run(limit: 3)
      timeline.checkNothingPending()
      timer.cancel()
      timeline.limitAtInstant = 10
      func again() { timeline.schedule { again() } }
      again()
      timeline.advance(by: .seconds(1))

      recorder.cancelAndIgnoreRemainingEvents()
    }
    let texts = issues.all.map(\.text)
    #expect(pages.count == 3, "\(texts)")
    #expect(
      zip(texts, ["run() of timeline stopped", "timeline at ", "timeline stands still"]).allSatisfy { $0.hasPrefix($1) }
    )
    #expect(pages.prefix(2).map { $0.lanes.map(\.name) } == [["numbers", "poll"], ["numbers", "poll"]])
    #expect(pages.last?.lanes.first?.name == "numbers")
  }

  @Test func aFolderThatCannotBeWrittenIsNamed() {
    FailurePages.$folder.withValue(URL(fileURLWithPath: "/dev/null/pages")) {
      issues.collect {
        let scheduler = VirtualTimeScheduler()
        scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
      }
    }
    #expect(issues.all.first?.text.contains("Its page could not be written to /dev/null/pages/") == true)
  }
}

/// Sendable because `pages` is guarded by `lock`.
private final class Pages: @unchecked Sendable {
  private let lock = NSLock()
  private var pages: [String] = []
  func add(_ page: String) { lock.withLock { pages.append(page) } }
  var all: [String] { lock.withLock { pages } }
}
