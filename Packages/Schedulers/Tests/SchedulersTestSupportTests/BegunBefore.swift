#if os(Linux)
  import Synchronization
  import SchedulersTestSupport
  import XCTest

  /// Tests of which each process runs one class only, see `BegunBeforeTests`.
  class BegunBefore: XCTestCase {
    override func setUpWithError() throws { try XCTSkipUnless(Child.isThis, "run in a process of its own") }

    static func face(of timeline: Timeline) -> AnySchedulerOf<DispatchQueue> {
      DispatchQueue.test(on: timeline).eraseToAnyScheduler()
    }

    func advanceAnother() { Timeline("the other").advance() }
  }

  /// Begins to tick when it is made.
  final class Ticker {
    let scheduler: AnySchedulerOf<DispatchQueue>
    private let timer: any Cancellable

    init(_ scheduler: AnySchedulerOf<DispatchQueue>) {
      self.scheduler = scheduler
      timer = scheduler.schedule(
        after: scheduler.now.advanced(by: 1), interval: 1, tolerance: .zero, options: nil
      ) {}
    }

    convenience init(on timeline: Timeline = Timeline("the one")) { self.init(BegunBefore.face(of: timeline)) }

    func cancel() { timer.cancel() }
  }

  // MARK: Mistakes that the test reports

  final class WorkOfAPropertyIsReported: BegunBefore {
    private let ticker = Ticker()
    func test() { advanceAnother() }
  }

  final class WorkBehindValuesIsReported: BegunBefore {
    private enum Choice { case one(ticker: Ticker), nothing }

    private let tickers: [String: [(number: Int, choice: Choice?)]] = [
      "a": [(1, nil), (2, .nothing), (3, .one(ticker: Ticker()))]
    ]
    func test() async { await Timeline("the other").advance() }
  }

  class HasASearch: BegunBefore {
    private let search = Search(DispatchQueue.test(on: Timeline("the one")))

    /// Has a publisher that has the scheduler.
    private struct Search {
      private let typed = PassthroughSubject<String, Never>()
      private let found: Publishers.Debounce<PassthroughSubject<String, Never>, TestSchedulerOf<DispatchQueue>>
      private let shown: AnyCancellable

      init(_ scheduler: TestSchedulerOf<DispatchQueue>) {
        found = typed.debounce(for: 1, scheduler: scheduler)
        shown = found.sink { _ in }
        typed.send("water")
      }
    }
  }

  final class WorkOfASuperclassIsReported: HasASearch {
    func test() { advanceAnother() }
  }

  final class WorkBehindSchedulersIsReported: BegunBefore {
    private let ticker = Ticker(
      face(of: Timeline("the one")).transformingActions { $0 }.eraseToAnyScheduler())
    func test() { advanceAnother() }
  }

  final class ATaskOfAPropertyIsReported: BegunBefore {
    private let clock: any Clock<Duration> = Timeline("the one")
    private lazy var task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      _ = task
    }

    func test() async {
      await (clock as? Timeline)?.waitForSleepers()
      await Timeline("the other").advance()
    }
  }

  final class OddPropertiesAreLeftOut: BegunBefore {
    private final class Thing {}

    /// What it refers to is gone.
    private final class Careless {
      unowned let gone: Thing
      unowned(unsafe) let freed: Thing
      weak var absent: Thing?
      let count = Mutex(0)
      let numbers = Array(0..<100_000)

      init() {
        let thing = Thing()
        (gone, freed, absent) = (thing, thing, thing)
      }
    }

    private struct Vain: CustomReflectable {
      var customMirror: Mirror { fatalError("the user's own code must not run") }
    }

    private final class Ring {
      private(set) var next: Ring?
      init() { next = self }
    }

    private let things: [Any] = [Careless(), Vain(), Ring(), AnyCancellable {}]
    private let ticker = Ticker()
    func test() { advanceAnother() }
  }

  // MARK: Mistakes that are printed in the end

  final class WorkOnAStaticTimelineIsPrinted: BegunBefore {
    private static let one = DispatchQueue.test(on: Timeline("the one"))
    private let worker = Worker(scheduler: one)

    private struct Worker {
      let scheduler: TestSchedulerOf<DispatchQueue>

      init(scheduler: TestSchedulerOf<DispatchQueue>) {
        self.scheduler = scheduler
        scheduler.schedule {}
      }
    }

    func test1() {}
    func test2() { advanceAnother() }
  }

  final class WorkOfAClassIsPrinted: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() { one.schedule(after: .seconds(1)) {} }
    func test1() { advanceAnother() }
    func test2() {}
  }

  final class WorkOfAClassThatGoesIsPrinted: BegunBefore {
    private nonisolated(unsafe) static var ticker: Ticker?
    override class func setUp() { ticker = Ticker() }
    override class func tearDown() { ticker = nil }
    func test() { advanceAnother() }
  }

  final class WorkOfAClassBesideATestsIsPrinted: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() { one.schedule(after: .seconds(1)) {} }
    func test1() { Self.one.schedule {} }
    func test2() { advanceAnother() }
  }

  final class AnIssueOfAClassIsPrinted: BegunBefore {
    override class func setUp() {
      let one = Timeline("the one")
      one.schedule {}
      if Child.isThis { one.checkNothingPending() }
    }
    func test() {}
  }

  // MARK: What is no mistake

  final class WhatTheTestAdvances: BegunBefore {
    private let timeline = Timeline("the one")
    private lazy var ticker = Ticker(on: timeline)

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      _ = ticker
    }

    func test1() {
      advanceAnother()
      timeline.advance()
    }
    func test2() {
      timeline.advance()
      advanceAnother()
    }
  }

  final class WhatIsCancelled: BegunBefore {
    private let ticker = Ticker()
    func test() {
      ticker.cancel()
      advanceAnother()
    }
  }

  final class WhatIsOfTheBackground: BegunBefore {
    private let token = Timeline("the one").schedule(at: .init(nanoseconds: 0), every: .seconds(1), background: true) {}
    func test() { advanceAnother() }
  }

  final class WhereNothingIsAdvanced: BegunBefore {
    private let ticker = Ticker()
    func test() {}
  }

  final class WhatAnotherTestAdvances: BegunBefore {
    private static let one = Timeline("the one")
    private let ticker = Ticker(on: one)
    func test1() { advanceAnother() }
    func test2() { Self.one.advance() }
  }

  final class WhatIsAdvancedInTheEnd: BegunBefore {
    private let timeline = Timeline("the one")
    private lazy var ticker = Ticker(on: timeline)

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      _ = ticker
    }

    func test() {
      addTeardownBlock { [timeline] in timeline.advance() }
      advanceAnother()
    }
  }

  final class WhereItIsSkipped: BegunBefore {
    private let ticker = Ticker()
    func test() throws {
      advanceAnother()
      throw XCTSkip("to see that nothing is reported")
    }
  }

  /// The first test advances its own, and the second nothing.
  final class WhatIsFoundInASharedObject: BegunBefore {
    private final class Registry {
      nonisolated(unsafe) static let shared = Registry()
      var timelines: [Timeline] = []
    }

    private let registry = Registry.shared
    private let timeline = Timeline("the one")

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      timeline.schedule(after: .seconds(1)) {}
      registry.timelines.append(timeline)
    }

    func test1() {
      advanceAnother()
      timeline.advance()
    }
    func test2() {}
  }

  /// It comes to its sleep while the first test runs.
  final class WhatAnotherTestsTaskDoes: BegunBefore {
    private let timeline = Timeline("the one")
    private nonisolated(unsafe) static var last: Timeline?

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      Self.last = timeline
    }

    func test1() async {
      let last = Self.last
      await Task { _ = last?.schedule(after: .seconds(1)) {} }.value
      await timeline.advance()
    }
    func test2() async { await timeline.advance() }
  }

  /// XCTest keeps the first test's pipeline, which hears what the second sends.
  final class WhatAPipelineOfAnEarlierTestHears: BegunBefore {
    private static let news = PassthroughSubject<Int, Never>()
    private var pipelines: Set<AnyCancellable> = []

    func test1() { use(Timeline("the one")) }
    func test2() { use(Timeline("the other")) }

    private func use(_ timeline: Timeline) {
      Self.news.debounce(for: 1, scheduler: DispatchQueue.test(on: timeline)).sink { _ in }.store(in: &pipelines)
      Self.news.send(1)
      timeline.advance(by: .seconds(1))
    }
  }

  final class WhatFollowsRealTime: BegunBefore {
    private let timer = ContinuousClock().scheduler().schedule(
      after: ContinuousClock().scheduler().now.advanced(by: 1000), interval: 1, tolerance: .zero, options: nil
    ) {}
    func test() { advanceAnother() }
  }

  /// It is a mistake, but cannot be seen.
  final class WhatOnlyAClosureHas: BegunBefore {
    private var pipelines: Set<AnyCancellable> = []

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      let typed = PassthroughSubject<Int, Never>()
      typed.debounce(for: 1, scheduler: DispatchQueue.test).sink { _ in }.store(in: &pipelines)
      typed.send(1)
    }
    func test() { advanceAnother() }
  }

  final class WhatAnotherTestOfTheClassAdvances: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() { one.schedule(after: .seconds(1)) {} }
    func test1() { advanceAnother() }
    func test2() { Self.one.advance() }
  }

  final class WhatTheClassAdvancesInTheEnd: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() { one.schedule(after: .seconds(1)) {} }
    override class func tearDown() { one.advance() }
    func test() { advanceAnother() }
  }

  final class WhatTheClassHasCancelled: BegunBefore {
    private static let one = Timeline("the one")
    private nonisolated(unsafe) static var token: Timeline.Token?
    override class func setUp() { token = one.schedule(after: .seconds(1)) {} }
    func test1() { Self.one.schedule {} }
    func test2() {
      Self.token?.cancel()
      advanceAnother()
    }
  }

  final class WhatTheClassLeavesAloneOnPurpose: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() {
      one.schedule(after: .seconds(1)) {}
      one.skip(by: .zero)
    }
    func test() { advanceAnother() }
  }

  final class WhereTheClassAdvancesNothing: BegunBefore {
    private static let one = Timeline("the one")
    override class func setUp() { one.schedule(after: .seconds(1)) {} }
    func test() { Self.one.schedule {} }
  }
#endif
