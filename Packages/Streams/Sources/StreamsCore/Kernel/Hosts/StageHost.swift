/// An object that holds the state of an operator. Each read and write is an access of its own, because in between a closure
/// of the operator may send into the same stream and change the state.
@usableFromInline protocol StageHost<State>: AnyObject {
  associatedtype State
  /// Belongs to the delivery.
  var state: State { get set }
}

extension StageHost {
  /// Replaces the state. The former one is released afterwards, because its deinit may send into the same stream and must
  /// find the new one.
  ///
  /// A plain assignment may release it first, if the optimizer sees no other access.
  @_alwaysEmitIntoClient @inline(__always) func replaceState(with new: State) {
    // Nothing is released.
    if _isPOD(State.self) {
      state = new
      return
    }
    var former = new
    swap(&state, &former)
  }

  /// Replaces the state with the result of a closure that takes the previous state and a value. Returns the result.
  ///
  /// If the closure sends into its own stream, the reentrant update also starts with the previous state, and is
  /// overwritten by the result of this one.
  @_alwaysEmitIntoClient @inline(__always)
  func advance<Input>(by next: (State, Input) throws -> State, with input: Input) rethrows -> State {
    let result = try next(state, input)
    replaceState(with: result)
    return result
  }
}
