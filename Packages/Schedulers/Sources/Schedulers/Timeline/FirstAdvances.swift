import IssueReporting

/// The first timeline that each test has advanced: by that, work that comes later on one that the test never advances is
/// known for a mistake.
enum FirstAdvances {
  struct Advance {
    let timeline: Timeline.Title
    fileprivate let test: TestContext.Testing.Test.ID?

    /// Where the test is, if it is one of Swift Testing. Made only for a test that is about to fail.
    var place: SourcePlace? { test.flatMap(ReportPlace.init(of:))?.source }
  }

  private struct Entry {
    /// Nil if the test has been told what it has neglected: nothing that comes later is its own.
    var advance: Advance?
    /// Runs if work may be late.
    var watch: Watch?
    /// Up to which number late work has been printed.
    var printed: UInt64 = 0
  }

  /// A timer, to print what has been late up to a number.
  private struct Watch {
    let timer: Watchdog
    let patience: Duration
    let upTo: UInt64

    init(of maker: Maker, patience: Duration) {
      self.patience = patience
      upTo = WaitingTimelines.lastNumber
      timer = Watchdog(after: patience) { takeLateText(of: maker) }
    }
  }

  private static let entries = Guarded<[Maker: Entry]>([:])

  /// The first timeline that the test has advanced, if it has advanced any and goes on.
  static subscript(maker: Maker) -> Advance? { maker.isTest ? entries.withLock { $0[maker]?.advance } : nil }

  /// Takes note that a timeline of this test has been advanced, unless another test has done that.
  static func note(_ timeline: Timeline.Title, of maker: Maker) {
    if let outer = TestRuns.xcClass(around: maker) { note(timeline, of: maker, for: outer) }
    if case .xcTest = maker { TestRuns.noteAdvance(of: timeline) }
    note(timeline, of: maker, for: maker)
  }

  private static func note(_ timeline: Timeline.Title, of user: Maker, for maker: Maker) {
    guard maker.isTest, entries.withLock({ $0[maker] == nil }) else { return }
    let current = Maker.current
    guard current == user || current.isUnknown else { return }
    var test: TestContext.Testing.Test.ID?
    if case .swiftTesting(let testing?) = TestContext.current { test = testing.test.id }
    entries.withLock { if $0[maker] == nil { $0[maker] = Entry(advance: Advance(timeline: timeline, test: test)) } }
  }

  /// Takes it back: what comes later has nothing to do with that timeline.
  static func forget(_ timeline: Timeline.Title, of maker: Maker) {
    if let outer = TestRuns.xcClass(around: maker) { forget(timeline, of: outer) }
    entries.withLock { if $0[maker]?.advance?.timeline.birth == timeline.birth { $0[maker] = nil } }
  }

  /// The test begins, perhaps once more.
  static func begin(_ maker: Maker) { entries.withLock { $0[maker] = nil } }

  /// The test is being torn down.
  static func end(_ maker: Maker) {
    if maker.isTest { entries.withLock { $0[maker] = Entry() } }
  }
}

/// A test may hang for what is late, so that is printed after a while. One timer for all timelines of a test: it costs more
/// than all else that is done for one.
extension FirstAdvances {
  /// Sees to it that late work is printed; false if none is late, since the test has advanced nothing.
  static func watch(_ maker: Maker) -> Bool {
    guard maker.isTest else { return false }
    return entries.withLock {
      guard let entry = $0[maker], entry.advance != nil else { return false }
      if entry.watch == nil { $0[maker]?.watch = Watch(of: maker, patience: TestRuns.patience) }
      return true
    }
  }

  /// What has been late for a while and has not been printed. What came after it is looked at after a while more.
  private static func takeLateText(of maker: Maker) -> String? {
    // Before it is looked at what waits: what comes from now on has a timer of its own.
    let (watch, printed) = entries.withLock { entries -> (Watch?, UInt64) in
      defer { entries[maker]?.watch = nil }
      return (entries[maker]?.watch, entries[maker]?.printed ?? 0)
    }
    guard let watch else { return nil }
    let waiting = WaitingTimelines.all(of: maker).compactMap(\.lateWork)
    entries.withLock {
      $0[maker]?.printed = watch.upTo
      let isMore = waiting.contains { $0.number > watch.upTo }
      if isMore, $0[maker]?.watch == nil { $0[maker]?.watch = Watch(of: maker, patience: watch.patience) }
    }
    let old = waiting.filter { $0.number > printed && $0.number <= watch.upTo }.map(\.text)
    return old.isEmpty ? nil : old.joined(separator: "\n")
  }
}
