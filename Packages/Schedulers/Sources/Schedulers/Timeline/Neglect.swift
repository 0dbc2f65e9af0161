/// Work that waited on a timeline that nobody had advanced, while another timeline of the same test was.
///
/// Both timelines know of it. Whichever goes first where the test can be told reports it.
final class Neglect: Sendable {
  let key: WaitingTimelines.Key
  let text: String
  let place: SourcePlace?
  /// Whether the two are certainly of one test.
  let isCertain: Bool
  private let isOpen = Guarded(true)
  private let watch: Watchdog?

  /// - Parameter printing: Whether to print it too, after a while, since the test may never end.
  init(_ key: WaitingTimelines.Key, text: String, place: SourcePlace?, isCertain: Bool, printing: Bool) {
    self.key = key
    self.text = text
    self.place = place
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

  /// Where it can be reported no longer.
  func print() {
    if close() { Watchdog.printError("warning: \(text)\n") }
  }
}
