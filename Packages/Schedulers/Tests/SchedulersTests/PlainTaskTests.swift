import Dispatch
@_spi(TestKit) import Schedulers
import Streams
import Testing

/// Plain tasks follow an advance wherever it is called, at every priority.
@Suite(.timeLimit(.minutes(10))) struct PlainTaskTests {
  enum Place: CaseIterable { case bare, scoped, main }

  /// Runs the body where the place says, with a scheduler to advance.
  func advance(
    _ place: Place, _ body: @escaping @Sendable (TestSchedulerOf<DispatchQueue>) -> Task<Void, any Error>
  ) async throws {
    func advances(
      _ scheduler: TestSchedulerOf<DispatchQueue>, isolation: isolated (any Actor)? = #isolation
    ) async throws {
      let log = Log<Int>()
      let task = body(scheduler)
      let end = Task { [task] in
        try await task.value
        log.add(1)
      }
      for _ in 0..<3 { await scheduler.advance(by: .seconds(1)) }
      expectEqual(log.all, [1])
      task.cancel()
      try await end.value
    }
    switch place {
    case .bare: try await advances(DispatchQueue.test)
    case .scoped: try await withVirtualTime { try await advances(DispatchQueue.test(on: $0)) }
    case .main: try await { @MainActor in try await advances(DispatchQueue.test) }()
    }
  }

  @Test(arguments: Place.allCases) func asyncTimersFollowAnAdvance(_ place: Place) async throws {
    try await advance(place) { scheduler in
      Task {
        var ticks = 0
        for await _ in scheduler.timer(interval: .seconds(1)) {
          ticks += 1
          if ticks == 3 { break }
        }
      }
    }
  }

  @Test(arguments: Place.allCases, [TaskPriority.high, .medium, .low, .background])
  func tasksOfEveryPriorityFollowAnAdvance(_ place: Place, _ priority: TaskPriority) async throws {
    try await advance(place) { scheduler in
      Task(priority: priority) {
        for _ in 0..<3 {
          try await scheduler.sleep(for: .seconds(1))
          await Task.yield()
        }
      }
    }
  }

  @Test(arguments: Place.allCases) func tasksThatComputeFollowAnAdvance(_ place: Place) async throws {
    try await advance(place) { scheduler in
      Task {
        for _ in 0..<3 {
          compute()
          try await scheduler.sleep(for: .seconds(1))
          compute()
        }
      }
    }
  }

  @Test(arguments: Place.allCases) func tasksThatAwaitOtherTasksFollowAnAdvance(_ place: Place) async throws {
    try await advance(place) { scheduler in
      Task.detached {
        for _ in 0..<3 {
          let inner = Task { try await Task.detached { try await scheduler.sleep(for: .seconds(1)) }.value }
          try await inner.value
        }
      }
    }
  }

  @Test(arguments: Place.allCases) func tasksOfTheMainActorFollowAnAdvance(_ place: Place) async throws {
    try await advance(place) { scheduler in
      Task { @MainActor in
        for _ in 0..<3 {
          compute()
          try await scheduler.sleep(for: .seconds(1))
          await Task.detached { compute() }.value
          await Task.yield()
        }
      }
    }
  }

  /// The task touches the timeline in an endless loop.
  @Test func anAdvanceReturnsDespiteAnEndlessTask() async {
    let timeline = Timeline()
    let task = Task {
      while !Task.isCancelled {
        _ = timeline.stamp()
        await Task.yield()
      }
    }
    await timeline.advance(by: .seconds(1))
    expectEqual(timeline.now.offset, .seconds(1))
    task.cancel()
  }

  @Test func sixtyFourAdvancesAtOnceAreFollowed() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          let timeline = Timeline()
          let log = Log<Int>()
          let task = Task {
            for _ in 0..<3 { try await timeline.sleep(for: .seconds(1)) }
            log.add(1)
          }
          for _ in 0..<3 { await timeline.advance(by: .seconds(1)) }
          defer { task.cancel() }
          return log.all == [1]
        }
      }
      for await isDone in group { #expect(isDone) }
    }
  }
}

/// Takes two milliseconds.
private func compute() {
  let end = ContinuousClock.now + .milliseconds(2)
  while ContinuousClock.now < end {}
}
