import Foundation
import Schedulers
import Testing

@Suite struct EventLogTests {
  @Test func remembersWhatHappens() throws {
    let timeline = Timeline("test")
    timeline.isLogging = true
    timeline.schedule(in: .seconds(1), name: "once") {}
    let timer = timeline.schedule(at: .init(nanoseconds: 500_000_000), every: .seconds(1), name: "tick") {}
    timeline.schedule(in: .seconds(9)) {}.cancel()
    timeline.advance(by: .seconds(2))
    timer.cancel()
    #expect(
      timeline.logText == """
        0.0 s scheduled #1 "once" due 1.0 s (SchedulersTests/EventLogTests.swift:9)
        0.0 s scheduled #2 "tick" due 0.5 s (SchedulersTests/EventLogTests.swift:10)
        0.0 s scheduled #3 due 9.0 s (SchedulersTests/EventLogTests.swift:11)
        0.0 s cancelled #3 due 9.0 s (SchedulersTests/EventLogTests.swift:11)
        0.5 s ran #2 "tick" due 0.5 s (SchedulersTests/EventLogTests.swift:10)
        1.0 s ran #1 "once" due 1.0 s (SchedulersTests/EventLogTests.swift:9)
        1.5 s ran #2 "tick" due 1.5 s (SchedulersTests/EventLogTests.swift:10)
        2.0 s cancelled #2 "tick" due 2.5 s (SchedulersTests/EventLogTests.swift:10)

        """)
    let decoded = try JSONDecoder().decode([Timeline.Event].self, from: Data(timeline.logJSON.utf8))
    #expect(decoded == timeline.log)
    timeline.isLogging = false
    #expect(timeline.log.isEmpty)
    timeline.schedule {}
    timeline.advance()
    #expect(timeline.logText == "")
  }

  @Test func aNameKeepsToItsLine() {
    let timeline = Timeline()
    timeline.isLogging = true
    timeline.schedule(name: "two\r\nlines\t\u{85}\u{2028}\u{2029}\u{1B} \"and\" \\, it's 😀é") {}
    #expect(timeline.logText.split { $0.isNewline }.count == 1)
    let literal = #""two\r\nlines\t\u{85}\u{2028}\u{2029}\u{1B} \"and\" \\, it's 😀é""#
    #expect(timeline.logText.contains(" scheduled #1 \(literal) due 0.0 s ("))
    #expect(timeline.pending.first?.description.contains("an action \(literal) scheduled at") == true)
    #expect(timeline.log.first?.name?.contains("two\r\nlines") == true)
  }

  @Test func aTimerThatIsRefusedRanOnceAndIsTakenOut() {
    let timeline = Timeline()
    timeline.isLogging = true
    let timer = timeline.schedule(at: .init(nanoseconds: 1_000_000_000), every: .zero) {}
    withKnownIssue { timeline.advance(by: .seconds(2)) }
    #expect(timeline.log.map(\.kind) == [.scheduled, .ran, .cancelled])
    #expect(Set(timeline.log.map(\.work)) == [1])
    timer.cancel()
    #expect(timeline.log.count == 3)
  }
}
