/// Keeps the first matching value and finishes, or keeps the last one.
@frozen @usableFromInline struct PickStage<Input>: ReducingStage {
  /// The value.
  @usableFromInline typealias State = Input?
  @_alwaysEmitIntoClient let takesFirst: Bool
  @_alwaysEmitIntoClient let predicate: (Input) throws -> Bool
  @_alwaysEmitIntoClient let name: StaticString

  @_alwaysEmitIntoClient init(
    _ name: StaticString, takesFirst: Bool, _ predicate: consuming @escaping (Input) throws -> Bool
  ) {
    self.name = name
    self.takesFirst = takesFirst
    self.predicate = consume predicate
  }

  @_alwaysEmitIntoClient var initialState: Input? { nil }
  @_alwaysEmitIntoClient func result(of state: Input?) -> Input? { state }

  @_alwaysEmitIntoClient @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> Bool where H.State == Input? {
    guard try predicate(input) else { return false }
    host.replaceState(with: input)
    return takesFirst
  }
}
