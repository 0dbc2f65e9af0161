#if os(Linux)
  import SchedulersTestSupport
  import XCTest

  // Work from before the tests that is no mistake.

  final class WhatTheTestAdvances: BegunBefore {
    private let timeline = waiting("the one")

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
    private let timeline = waiting("the one")

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
      let timelines: [Timeline]
      init(_ timelines: [Timeline]) { self.timelines = timelines }
    }

    private nonisolated(unsafe) static var all: [WhatIsFoundInASharedObject] = []
    private var registry: Registry?
    private let timeline = Timeline("the one")

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      timeline.schedule(after: .seconds(1)) {}
      Self.all.append(self)
      let registry = Registry(Self.all.map(\.timeline))
      for testCase in Self.all { testCase.registry = registry }
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

  /// Nobody has advanced any other.
  final class WhereNothingButTheHiddenWaits: BegunBefore {
    private var pipelines: Set<AnyCancellable> = []

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      super.init(name: name, testClosure: testClosure)
      hide(Timeline("the one"), in: &pipelines)
    }
    func test() { Timeline("the other").schedule {} }
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
