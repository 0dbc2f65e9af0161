import Foundation
import Synchronization

/// What else keeps the machine busy meanwhile.
public enum Load: String, CaseIterable, Sendable {
  case processes = "both cores busy with other processes"
  case pool = "four busy tasks in the own pool"
  case oneThread = "a pool of one thread, beside a busy process"

  /// How the command names it.
  public var name: String {
    switch self {
    case .processes: "processes"
    case .pool: "pool"
    case .oneThread: "one-thread"
    }
  }

  public init?(name: String) {
    guard let load = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = load
  }

  /// How many processes that only count keep the cores busy.
  public var busyProcesses: Int {
    switch self {
    case .processes: ProcessInfo.processInfo.activeProcessorCount
    case .pool: 0
    case .oneThread: 1
    }
  }

  /// How many tasks that count, and yield every millisecond or so, run beside.
  var busyTasks: Int { self == .pool ? 4 : 0 }
}

/// Tasks that keep the pool busy until they are told to stop.
final class BusyTasks: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(_ count: Int) {
    for _ in 0..<count {
      Task.detached { [self] in
        while !isOver.load(ordering: .relaxed) {
          countFor(microseconds: 200)
          await Task.yield()
        }
      }
    }
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}

/// Counts for so long.
public func countFor(microseconds: Int) {
  let end = ContinuousClock.now.advanced(by: .microseconds(microseconds))
  while ContinuousClock.now < end {}
}
