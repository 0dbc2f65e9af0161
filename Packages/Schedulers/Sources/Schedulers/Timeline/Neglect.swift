/// Work that waited on a timeline that nobody had advanced, while another timeline of the same test was.
///
/// Both timelines know of it. Whichever goes first where the test can be told reports it.
final class Neglect: Sendable {
  let key: WaitingTimelines.Key
  let text: String
  let place: SourcePlace?
  /// The test that has advanced the other, if it is one of Swift Testing.
  private let test: SourcePlace?
  /// Whether the two are certainly of one test.
  let isCertain: Bool
  private let isOpen = Guarded(true)
  private let watch: Watchdog?

  /// - Parameter printing: Whether to print it too, after a while, since the test may never end.
  init(
    _ key: WaitingTimelines.Key, text: String, place: SourcePlace?, test: SourcePlace?, isCertain: Bool, printing: Bool
  ) {
    self.key = key
    self.text = text
    self.place = place
    self.test = test
    self.isCertain = isCertain
    watch = printing ? Watchdog(after: .seconds(10)) { text } : nil
  }

  /// Ends it, since it has been made up for or is about to be reported; true the first time.
  @discardableResult
  func close() -> Bool {
    watch?.stop()
    return isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
  }

  func report() {
    if close() { reportIssue(text, at: ReportPlace(of: place)) }
  }

  /// Where it can be reported no longer. Returns whether it is certain that a test should have failed.
  func print() -> Bool {
    guard close() else { return false }
    let place = (test ?? place).map { "\($0): " } ?? ""
    Watchdog.printError("\(place)\(failsTest ? "error" : "warning"): \(text)\n")
    return failsTest
  }

  private var failsTest: Bool {
    switch key.maker {
    case .swiftTest: isCertain
    case .xcClass: true
    case .xcTest, .task, .thread, .nobody: false
    }
  }
}
