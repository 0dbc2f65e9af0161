#if os(Linux)
  import Synchronization
  import SchedulersTestSupport
  import XCTest

  /// Tests with work from before them, of which each process runs one class only, see `BegunBeforeTests`.
  class BegunBefore: XCTestCase {
    override func setUpWithError() throws { try XCTSkipUnless(Child.isThis, "run in a process of its own") }

    static func face(of timeline: Timeline) -> AnySchedulerOf<DispatchQueue> {
      DispatchQueue.test(on: timeline).eraseToAnyScheduler()
    }

    /// A timeline on which work waits.
    static func waiting(_ name: String) -> Timeline {
      let timeline = Timeline(name)
      timeline.schedule(after: .seconds(1)) {}
      return timeline
    }

    func advanceAnother() { Timeline("the other").advance() }

    /// Lets work wait on a timeline that nothing but a pipeline has.
    func hide(_ timeline: Timeline, in pipelines: inout Set<AnyCancellable>) {
      guard Child.isThis else { return }
      let typed = PassthroughSubject<Int, Never>()
      typed.debounce(for: 1, scheduler: DispatchQueue.test(on: timeline)).sink { _ in }.store(in: &pipelines)
      typed.send(1)
    }
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

  // MARK: Mistakes of which the test is not seen

  final class WorkBehindAClosureIsPrinted: BegunBefore {
    private var pipelines: Set<AnyCancellable> = []

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      hide(Timeline("the one"), in: &pipelines)
    }
    func test1() { advanceAnother() }
    func test2() {}
  }

  final class WorkBehindAnActorIsPrinted: BegunBefore {
    private actor Keeper {
      let timeline = Timeline("the one")
      init() { if Child.isThis { timeline.schedule(after: .seconds(1)) {} } }
    }

    private let keeper = Keeper()
    func test() { advanceAnother() }
  }

  final class WorkBehindAnObjectOfFoundationIsPrinted: BegunBefore {
    private let tickers = Child.isThis ? NSArray(object: Ticker()) : []
    func test() { advanceAnother() }
  }
#endif
