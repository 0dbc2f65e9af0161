import Dispatch
import Schedulers
import Synchronization

/// Where time is advanced.
enum Place: String, CaseIterable {
  case bare, scoped, main
}

/// One trial: whether the task has finished when the third advance returns.
func settles(_ work: Work, _ place: Place) async -> Bool {
  switch place {
  case .bare: return await advances(DispatchQueue.test, work)
  case .main: return await advancesOnMainActor(work)
  case .scoped: return await withVirtualTime { await advances(DispatchQueue.test(on: $0), work) }
  }
}

@MainActor private func advancesOnMainActor(_ work: Work) async -> Bool { await advances(DispatchQueue.test, work) }

private func advances(
  _ scheduler: TestSchedulerOf<DispatchQueue>, _ work: Work, isolation: isolated (any Actor)? = #isolation
) async -> Bool {
  let done = Flag()
  let task = work.start(on: scheduler) { done.set() }
  defer { task.cancel() }
  for _ in 0..<3 { await scheduler.advance(by: .seconds(1)) }
  return done.isSet
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  func set() { value.store(true, ordering: .releasing) }
  var isSet: Bool { value.load(ordering: .acquiring) }
}
