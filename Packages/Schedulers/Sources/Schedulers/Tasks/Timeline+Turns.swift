extension Timeline {
  /// Waits until no other task is advancing, because simultaneous advances add up.
  func takeTurn(isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let isFirst = state.withLock { state in
        state.turns.append { continuation.resume() }
        return state.turns.count == 1
      }
      if isFirst { continuation.resume() }
    }
  }

  func giveTurn(renewsLimits: Bool = false) {
    let next = state.withLock { state in
      state.turns.removeFirst()
      if renewsLimits, state.turns.isEmpty { state.renewLimits() }
      return state.turns.first
    }
    next?()
  }
}
