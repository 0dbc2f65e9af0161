import Foundation

/// Answers open pages: whether the site has changed, and its problems.
public actor Reloads {
  struct State: Codable, Equatable {
    /// Changes whenever anything here does.
    var revision: Int
    /// Changes when pages must be reloaded.
    var version: Int
    /// What keeps the site from being built; empty when all is well.
    var problems: [String]
  }

  private var state: State
  /// Those who wait for another state.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0

  public init() {
    // A page that was open while the server restarted receives another number, and reloads itself.
    let start = Int(Date().timeIntervalSince1970 * 1000)
    state = State(revision: start, version: start, problems: [])
  }

  /// Tells open pages what came of a build.
  public func publish(isChanged: Bool, problems: [String]) {
    guard isChanged || problems != state.problems else { return }
    state.revision += 1
    if isChanged { state.version += 1 }
    state.problems = problems
    let all = waiting.values
    waiting = [:]
    for waiter in all { waiter.resume() }
  }

  /// The state as soon as it is not that of `revision`, or after `limit` whatever it is.
  func state(after revision: Int?, limit: Duration = .seconds(8)) async -> State {
    guard state.revision == revision else { return state }
    lastWaiter += 1
    let waiter = lastWaiter
    let timer = Task {
      try await Task.sleep(for: limit)
      stopWaiting(waiter)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[waiter] = $0 }
    } onCancel: {
      Task { await stopWaiting(waiter) }
    }
    timer.cancel()
    return state
  }

  private func stopWaiting(_ waiter: Int) {
    waiting.removeValue(forKey: waiter)?.resume()
  }
}
