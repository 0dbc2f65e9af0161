/// Keeps the first matching value and finishes, or keeps the last one.
@frozen @usableFromInline struct PickStage<Input>: ReducingStage {
  /// The value.
  @usableFromInline typealias State = Input?
  @usableFromInline let takesFirst: Bool
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let name: StaticString

  @inlinable init(_ name: StaticString, takesFirst: Bool, _ predicate: consuming @escaping (Input) throws -> Bool) {
    self.name = name
    self.takesFirst = takesFirst
    self.predicate = consume predicate
  }

  @inlinable var initialState: Input? { nil }
  @inlinable func result(of state: Input?) -> Input? { state }

  @inlinable @inline(__always)
  func step<H: StageHost>(_ input: Input, in host: H) throws -> Bool where H.State == Input? {
    guard try predicate(input) else { return false }
    host.replaceState(with: input)
    return takesFirst
  }
}
