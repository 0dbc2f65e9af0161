import Foundation

/// What open pages ask for: whether the site has changed, and what is wrong with it.
public actor Reloads {
  struct State: Codable, Equatable {
    /// Changes whenever anything here does.
    var revision: Int
    /// Changes when pages are to be loaded anew.
    var version: Int
    /// What keeps the site from being built; empty when all is well.
    var problems: [String]
  }

  private var state: State

  public init() {
    // A page that was open while the server was started anew sees another number, and loads itself again.
    let start = Int(Date().timeIntervalSince1970 * 1000)
    state = State(revision: start, version: start, problems: [])
  }

  /// Tells open pages what came of a build.
  public func publish(isChanged: Bool, problems: [String]) {
    guard isChanged || problems != state.problems else { return }
    state.revision += 1
    if isChanged { state.version += 1 }
    state.problems = problems
  }

  /// The state as soon as it is not that of `revision`, or after `limit` whatever it is.
  func state(after revision: Int?, limit: Duration = .seconds(8)) async -> State {
    let end = ContinuousClock.now + limit
    while state.revision == revision, ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(15)) } catch { break }
    }
    return state
  }
}
