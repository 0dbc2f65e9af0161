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

  @Test("Numbers are doubled") func aPageShowsTheTestTheMessageAndTheDifference() throws {
    var line = 0
    let pages = pages {
      let scheduler = VirtualTimeScheduler()
      // It is on if STREAMS_FAILURE_PAGES is set.
      scheduler.timeline.isLogging = false
      scheduler.advance(by: .milliseconds(10))
      let timer = scheduler.timeline.schedule(
        at: .beginning.advanced(by: .seconds(1)), every: .seconds(1), name: "poll"
      ) {}
      let source = scheduler.cold("-1-2--", values: .digits, name: "numbers")
      line = #line + 1
      scheduler.expect(source.map { $0 * 3 }, toEqual: "^2-4-!", name: "doubled")
      scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
      timer.cancel()
    }
    #expect(issues.all.count == 1)
    #expect(pages.count == 1)
    let page = try #require(pages.first)
    #expect(page.title == "Numbers are doubled")
    #expect(page.html.contains("<p class=\"place\">\(#filePath):\(line)</p>"))
    #expect(
      page.html.contains(
        "doubled did not send the expected events. The marbles start at 10 ms.\n<span>  expected: ^2-4-!</span>\n"))
    #expect(page.lanes.map(\.name) == ["expected", "doubled", "difference", "numbers", "poll"])
    #expect(page.lanes.prefix(2).map(\.note) == ["", "actual"])
    #expect(page.lanes.prefix(2).map { $0.events.map(\.sign) } == [["^", "2", "4", "!"], ["^", "3", "6", "!"]])
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
    #expect(page["numbers"]?.events.map(\.kind) == ["subscription", "value", "value"])
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
    #expect(page["poll"]?.events.map(\.kind) == ["ran", "ran", "ran", "pending"])
    #expect(page["poll"]?.events.first?.sentence.hasPrefix("1 s poll: ran (\(#filePath):") == true)
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
    #expect(pages[3].lanes[0].events.first?.sign == "…" + start.suffix(199) + "a")
    #expect(marks(4) == ["b", "a"])
    #expect(pages[4].lanes[2].events.first?.sign == "got [\"start a end\"]")
    #expect(marks(5).allSatisfy { $0 == nil })
  }

  @Test func aDiffOfLinesIsMarked() throws {
    let page = try #require(
      pages {
        let scheduler = VirtualTimeScheduler()
        scheduler.record(Just([1, 2, 3]), exhaustive: false).expect(values: [[1, 2, 4]])
      }.first)
    #expect(page.html.contains("<del>") && page.html.contains("<ins>"))
  }

  @Test func everyPageShowsTheExpectedEvents() {
    func numbers() -> Recorder<Int, Never> {
      let scheduler = VirtualTimeScheduler()
      let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits), name: "numbers", exhaustive: false)
      scheduler.run()
      return recorder
    }
    let pages = pages {
      numbers().expect(values: [1, 3])
      numbers().expect(toEqual: "-1-3|", values: .digits)
      _ = try? numbers().next { $0 == 3 }.get()
      _ = try? numbers().finished.inverted.get()
      let exhaustive = numbers()
      exhaustive.expectNoEvents()
    }
    #expect(pages.count == issues.all.count)
    #expect(
      pages.map { $0["expected"]?.events.first { $0.differs }?.sign } == [
        "[1, 3]", "3", "a matching value", "not the end without a failure", "nothing more",
      ])
    #expect(
      pages.map { $0["difference"]?.events.first?.sign } == [
        "got [1, 2]", "expected value 3, got value 2",
        "expected a matching value", "did not expect the end without a failure, but got it", "not consumed",
      ])
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
