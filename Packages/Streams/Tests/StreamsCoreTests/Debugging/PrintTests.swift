import Streams
import Testing

/// Stores the written text in a class, because `print` receives a copy.
private final class Paper: TextOutputStream {
  private let text = Guarded("")
  /// Called with the written text.
  var onWrite: ((String) -> Void)?
  var lines: [String] { text.value.split(separator: "\n").map(String.init) }
  func write(_ string: String) {
    text.with { $0 += string }
    onWrite?(string)
  }
}

/// A stream whose state is a value.
private struct Numbering: TextOutputStream {
  let paper: Paper
  var count = 0
  mutating func write(_ string: String) {
    if string.isEmpty || string == "\n" { return paper.write(string) }
    count += 1
    paper.write("\(count) \(string)")
  }
}

struct PrintTests {
  @Test func printsEventsAndRequests() {
    let paper = Paper()
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>(.max(2), more: { $0 == 1 ? .max(3) : .none })
    upstream.print("p", to: paper).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    subscriber.request(.unlimited)
    upstream.fail(TestError())
    expectEqual(
      paper.lines,
      [
        "p: receive subscription: (Manual)", "p: request max: (2)", "p: receive value: (1)",
        "p: request max: (3) (synchronous)", "p: receive value: (2)", "p: request unlimited",
        "p: receive error: (test error)",
      ])
    expectEqual(subscriber.log, ["Print", "1", "2", "failure(test error)"])
  }

  @Test func withoutAPrefixThereIsNoColon() {
    let paper = Paper()
    _ = record(numbers(0..<1).print(to: paper))
    let expected = ["receive subscription: (0..<1)", "request unlimited", "receive value: (0)", "receive finished"]
    expectEqual(paper.lines, expected)
  }

  @Test func eachLineIsThreeWrites() {
    let paper = Paper()
    var writes: [String] = []
    paper.onWrite = { writes.append($0) }
    _ = record(Empty<Int, Never>().print("p", to: paper))
    let text = ["receive subscription: (Empty)", "request unlimited", "receive finished"]
    expectEqual(writes, text.flatMap { ["", "p: \($0)", "\n"] })
  }

  @Test func printsWhatComesAfterTheEnd() {
    let paper = Paper()
    let subscriber = record(Empty<Int, Never>().print(to: paper), .none)
    subscriber.request(.max(1))
    subscriber.cancel()
    expectEqual(paper.lines.dropFirst(2), ["request max: (1)", "receive cancel"])
  }

  @Test func printsEachCancel() {
    let paper = Paper()
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.print(to: paper), .none)
    subscriber.cancel()
    subscriber.cancel()
    subscriber.request(.max(1))
    upstream.send(1)
    expectEqual(
      paper.lines, ["receive subscription: (Manual)", "receive cancel", "receive cancel", "request max: (1)"])
    expectEqual(upstream.log, ["cancel"])
  }

  @Test func anOutputStreamOfAValueTypeKeepsItsState() {
    let paper = Paper()
    _ = record(numbers(0..<1).print(to: Numbering(paper: paper)))
    expectEqual(paper.lines.map { $0.prefix(2) }, ["1 ", "2 ", "3 ", "4 "])
  }

  @Test func anOutputStreamMaySendIntoThePrintedStream() {
    let paper = Paper()
    let subject = PassthroughSubject<Int, Never>()
    paper.onWrite = { if $0 == "receive value: (1)" { subject.send(2) } }
    let cancellable = subject.print(to: paper).sink { _ in }
    subject.send(1)
    expectEqual(paper.lines.suffix(2), ["receive value: (1)", "receive value: (2)"])
    withExtendedLifetime(cancellable) {}
  }
}
