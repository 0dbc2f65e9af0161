import Dispatch
import Schedulers
import Synchronization

/// Where time is advanced.
enum Place: String, CaseIterable {
  case bare, scoped, main
}

/// What lets the task follow.
enum Way: String, CaseIterable {
  case advance, yields, owned
}

/// One trial: whether the task has finished when the third advance returns.
func settles(_ work: Work, _ place: Place, _ way: Way) async -> Bool {
  switch place {
  case .bare: return await advances(DispatchQueue.test, work, way)
  case .main: return await advancesOnMainActor(work, way)
  case .scoped: return await withVirtualTime { await advances(DispatchQueue.test(on: $0), work, way) }
  }
}

@MainActor private func advancesOnMainActor(_ work: Work, _ way: Way) async -> Bool {
  await advances(DispatchQueue.test, work, way)
}

private func advances(
  _ scheduler: TestSchedulerOf<DispatchQueue>, _ work: Work, _ way: Way, isolation: isolated (any Actor)? = #isolation
) async -> Bool {
  let done = Flag()
  let task = way == .owned ? startOwned(on: scheduler.timeline, done) : work.start(on: scheduler) { done.set() }
  defer { task.cancel() }
  for _ in 0..<3 {
    switch way {
    case .advance, .owned: await scheduler.advance(by: .seconds(1))
    case .yields:
      await yieldInTheBackground()
      advance(scheduler)
      await yieldInTheBackground()
    }
  }
  return done.isSet
}

/// A task of the timeline's own, for comparison: whatever the work, it computes, yields and sleeps.
private func startOwned(on timeline: Timeline, _ done: Flag) -> Task<Void, any Error> {
  timeline.task {
    for _ in 0..<3 {
      await Task.yield()
      try await timeline.sleep(for: .seconds(1))
    }
    done.set()
  }
}

/// Not async, so that it is the form that waits for no tasks.
private func advance(_ scheduler: TestSchedulerOf<DispatchQueue>) { scheduler.advance(by: .seconds(1)) }

private func yieldInTheBackground() async {
  for _ in 0..<20 { await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value }
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  func set() { value.store(true, ordering: .releasing) }
  var isSet: Bool { value.load(ordering: .acquiring) }
}
