extension Timeline {
  /// Waits until no other task is advancing, because simultaneous advances add up.
  func takeTurn(isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let mine = state.withLock { state in
        if state.isTurnTaken { state.turnWaiters.append { continuation.resume() } }
        return !exchange(&state.isTurnTaken, with: true)
      }
      if mine { continuation.resume() }
    }
  }

  func giveTurn() {
    let next = state.withLock { state in
      if state.turnWaiters.isEmpty { state.isTurnTaken = false }
      return state.isTurnTaken ? state.turnWaiters.removeFirst() : nil
    }
    next?()
  }
}
