/// Searches for a value for which a predicate returns `sought`: the first one, with which it finishes, or the last one.
@frozen @usableFromInline struct SearchStage<Input, Output>: ReducingStage {
  /// The value that has been found.
  @usableFromInline typealias State = Input?
  @_alwaysEmitIntoClient let sought: Bool
  @_alwaysEmitIntoClient let takesLast: Bool
  @_alwaysEmitIntoClient let predicate: (Input) throws -> Bool
  /// Returns the result for what has been found.
  @_alwaysEmitIntoClient let answer: (Input?) -> Output?
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(
    _ name: StaticString, for sought: Bool = true, takesLast: Bool = false,
    _ predicate: consuming @escaping (Input) throws -> Bool, answer: @escaping (Input?) -> Output?
  ) {
    self.name = name
    self.sought = sought
    self.takesLast = takesLast
    self.predicate = consume predicate
    self.answer = answer
  }

  @usableFromInline var initial: Any? { answer(nil) }
  @_alwaysEmitIntoClient var initialState: Input? { nil }

  @_alwaysEmitIntoClient func result(of found: Input?) -> Output? { answer(found) }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<Input?>) throws -> Bool {
    guard try predicate(input) == sought else { return false }
    host.replaceState(with: input)
    return !takesLast
  }
}
