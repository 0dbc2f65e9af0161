import Schedulers
import Synchronization

/// A way to let a task follow virtual time.
public enum Way: String, CaseIterable, Sendable {
  case owned = "owned: `timeline.task { }`"
  case adopted = "adopted: `Task { }` under `.virtualTime`"
  case sleepers = "`Task { }`, `waitForSleepers`, then `await task.value`"
  case plain = "`Task { }`, then `await advance` alone"
  case onMainActor = "`Task { }` and `await advance`, both on the main actor"
  case fromMainActor = "`Task.detached { }`, and `await advance` on the main actor"
  case yields = "`Task { }`, 20 background yields a step, as the peers do"

  /// Waiting for sleepers is for work that sleeps once: then one call before the advance is enough.
  public func suits(_ work: Work) -> Bool { self != .sleepers || work == .oneSleep }

  /// Lets a task do its work, moves time by the second that it needs, and says whether it had finished by then.
  func settles(_ work: Work) async -> Bool {
    let done = Flag()
    switch self {
    case .owned:
      return await withVirtualTime { timeline in
        timeline.task {
          try await work.perform(on: timeline)
          done.set()
        }
        await timeline.advance(by: .seconds(1))
        return done.isSet
      }
    case .adopted:
      return await withVirtualTime(adoptingTasks: true) { timeline in
        Task {
          try await work.perform(on: timeline)
          done.set()
        }
        await timeline.advance(by: .seconds(1))
        return done.isSet
      }
    case .sleepers:
      let timeline = Timeline()
      let task = started(work, on: timeline, done)
      await timeline.waitForSleepers()
      await timeline.advance(by: .seconds(1))
      try? await task.value
      return done.isSet
    case .plain:
      let timeline = Timeline()
      let task = started(work, on: timeline, done)
      await timeline.advance(by: .seconds(1))
      defer { task.cancel() }
      return done.isSet
    case .onMainActor, .fromMainActor: return await settlesFromMainActor(work, done)
    case .yields:
      let timeline = Timeline()
      let task = started(work, on: timeline, done)
      await yieldInTheBackground()
      for _ in 0..<10 {
        advance(timeline, by: Work.step)
        await yieldInTheBackground()
      }
      defer { task.cancel() }
      return done.isSet
    }
  }

  private func started(_ work: Work, on timeline: Timeline, _ done: Flag) -> Task<Void, any Error> {
    Task {
      try await work.perform(on: timeline)
      done.set()
    }
  }

  @MainActor private func settlesFromMainActor(_ work: Work, _ done: Flag) async -> Bool {
    let timeline = Timeline()
    let task =
      if self == .onMainActor {
        Task { @MainActor in
          try await work.perform(on: timeline)
          done.set()
        }
      } else {
        started(work, on: timeline, done)
      }
    await timeline.advance(by: .seconds(1))
    defer { task.cancel() }
    return done.isSet
  }

  /// Not async, so that it is the form that does not wait for tasks.
  private func advance(_ timeline: Timeline, by duration: Duration) { timeline.advance(by: duration) }

  private func yieldInTheBackground() async {
    for _ in 0..<20 {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  func set() { value.store(true, ordering: .releasing) }
  var isSet: Bool { value.load(ordering: .acquiring) }
}
