/// Looks for a value for which a predicate returns `sought`. The result is `sought` if there is one, otherwise the
/// opposite.
@frozen @usableFromInline struct SearchStage<Input>: ReducingStage {
  @usableFromInline typealias Output = Bool
  /// Whether there is one.
  @usableFromInline typealias State = Bool
  @_alwaysEmitIntoClient let sought: Bool
  @_alwaysEmitIntoClient let predicate: (Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(_ name: StaticString, for sought: Bool, _ predicate: @escaping (Input) throws -> Bool) {
    self.name = name
    self.sought = sought
    self.predicate = predicate
  }

  @usableFromInline var initial: Any? { !sought }
  @_alwaysEmitIntoClient var initialState: Bool { false }
  @_alwaysEmitIntoClient func result(of isFound: Bool) -> Bool? { isFound == sought }

  @_alwaysEmitIntoClient @inline(__always) func step(_ input: Input, in host: some StageHost<Bool>) throws -> Bool {
    if try predicate(input) != sought { return false }
    host.state = true
    return true
  }
}
