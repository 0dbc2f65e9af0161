import Foundation
import StreamsTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite(.leakCheck()) struct MarbleDiagramTests {
  private func debounce() -> MarbleDiagram {
    let time = VirtualTimeScheduler()
    let keys = time.cold("a-bc---d----|", frame: .milliseconds(10), name: "keys")
    return MarbleDiagram(
      "debounce(for: 30 ms)", keys, output: keys.debounce(for: .milliseconds(30), scheduler: time))
  }

  @Test func aRunIsDrawnAsText() {
    expectGolden(debounce().description, "diagram-debounce.txt")
  }

  @Test func aRunIsDrawnAsAPicture() {
    expectGolden(debounce().svg, "diagram-debounce.svg")
  }

  @Test(arguments: [Duration.zero, .nanoseconds(-1), Duration(secondsComponent: 0, attosecondsComponent: 1)])
  func aDiagramThatTakesNoTimeIsDrawn(frame: Duration) {
    let empty = MarbleDiagram(frame: frame).row(Recording<Int, Never>())
    #expect(empty.svg.hasPrefix("<svg"))
    #expect(empty.row(Recording([Recorded<Int, Never>.value(1, at: .zero)])).svg.contains(">1</text>"))
    #expect(MarbleDiagram(frame: frame).svg.hasPrefix("<svg"))
  }

  @Test func aDiagramOfAllOfTimeIsDrawn() {
    let times = [Duration.nanoseconds(Int64.min), .zero, .nanoseconds(Int64.max)]
    let recording = Recording(times.map { Recorded<Int, Never>.value(1, at: $0) })
    #expect(MarbleDiagram().row(recording).svg.hasPrefix("<svg"))
    #expect(!MarbleDiagram().row(recording).description.isEmpty)
    #expect(!recording.page().html.isEmpty)
  }

  @Test func diagramsOfTwoInputsHaveARowForEach() {
    let time = VirtualTimeScheduler()
    let a = time.cold("-a--b-|", name: "letters")
    let b = time.cold("--1-2-3|", values: .digits, name: "numbers")
    let diagram = MarbleDiagram("combineLatest(_:)", a, b, output: a.combineLatest(b))
    expectGolden(diagram.description, "diagram-combine.txt")
    expectGolden(diagram.svg, "diagram-combine.svg")
  }

  @Test func failuresCancellationsAndLongLabelsAreDrawn() throws {
    struct Offline: Error {}
    let time = VirtualTimeScheduler()
    let source = time.cold("-1-#", values: ["1": "a rather long value <of 1 & 2>"], error: Offline())
    let recorder = time.record(source.retry(1), name: "retried")
    time.timeline.advance(by: .milliseconds(5))
    recorder.cancelAndIgnoreRemainingEvents()
    let diagram = MarbleDiagram("Retrying & giving up").row(source).step("retry(1)").row(recorder.received)
    expectGolden(diagram.description, "diagram-retry.txt")
    expectGolden(diagram.svg, "diagram-retry.svg")
  }

  @Test func aDiagramOfAnEndlessOutputEndsWhenNothingIsPending() {
    let time = VirtualTimeScheduler()
    let input = time.cold("-a-b")
    let endless = input.flatMap { _ in
      time.cold("-x").append(Empty<String, Never>(completeImmediately: false))
    }
    #expect(MarbleDiagram("flatMap", input, output: endless).description.contains("output --x-x"))
  }

  @Test func aDiagramRunsTasksAlsoIfNothingElseIsPending() {
    let time = VirtualTimeScheduler()
    let output = PassthroughSubject<String, Never>()
    let input = time.cold("", name: "input")
    time.timeline.task { [output] in output.send("a") }
    #expect(MarbleDiagram("task", input, output: output).description.contains("output a"))
  }

  @Test func picturesAreWellFormedAndDescribeThemselves() throws {
    let svg = debounce().svg
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse())
    #expect(!svg.contains("\n\n"))
    #expect(svg.hasPrefix("<svg "))
    #expect(svg.contains("role=\"img\""))
    #expect(svg.contains("<title>"))
    #expect(svg.contains("keys: a at 0 ms, b at 20 ms, c at 30 ms, d at 70 ms, finished at 120 ms."))
    expectEqual(svg, debounce().svg)
    #expect(svg.utf8.count < 6_000)
  }

  @Test func lineBreaksInValuesAreSignsInLegends() {
    let scheduler = VirtualTimeScheduler()
    let lines = scheduler.cold("-a|", values: ["a": "one\ntwo"], name: "lines")
    #expect("\(MarbleDiagram("map", lines, output: lines.map(\.count)))".contains("a = one↵two"))
    let recording = Recording<String, Never>([Recorded(time: .beginning, event: .value("one\ntwo"))])
    expectEqual(recording.marbles().description.split(separator: "\n").last, #"a = "one↵two""#)
    let other = scheduler.cold("-a|", values: ["a": "one\r\ntwo\tthree"], name: "lines")
    #expect("\(MarbleDiagram("map", other, output: other.map(\.count)))".contains("a = one␍↵two⇥three"))
    let breaks = "\u{B}\u{C}\u{85}\u{2028}\u{2029}"
    let rare = scheduler.cold("-a|", values: ["a": "↵␛\(breaks)"], name: "lines")
    #expect("\(MarbleDiagram("map", rare, output: rare.map(\.count)))".contains("a = ␛↵␛␛␋␌␤⏎¶"))
  }

  @Test func labelsKeepQuotationMarksInsideAText() {
    let scheduler = VirtualTimeScheduler()
    let quotes = scheduler.record(Just("say \"hi\""), name: "output")
    #expect("\(MarbleDiagram().row(quotes.received))".contains("say \"hi\""))
    expectEqual(MarbleDiagram.label(["a", "b"]), "[a, b]")
    expectEqual(MarbleDiagram.label(Optional("a") as Any), "a")
    quotes.consumeAll()
  }

  @Test func drawingARecorderConsumesNothing() {
    withKnownIssue {
      let scheduler = VirtualTimeScheduler()
      let values = scheduler.record(Just(1), name: "values")
      #expect("\(MarbleDiagram().row(values.received))".contains("values"))
      values.ensureAllEventsConsumed()
    } matching: {
      "\($0)".contains("values: has events that were not consumed")
    }
  }
}
