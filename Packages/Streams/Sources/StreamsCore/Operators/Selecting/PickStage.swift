/// Keeps the first matching value and finishes, or keeps the last one.
@frozen @usableFromInline struct PickStage<Input>: ReducingStage {
  @usableFromInline typealias Output = Input
  @usableFromInline let picked: ReducingStep
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let name: StaticString
  @usableFromInline var result: Input?

  /// - Parameter picked: the step to take after picking a value.
  @inlinable init(_ name: StaticString, _ picked: ReducingStep, _ predicate: consuming @escaping (Input) throws -> Bool)
  {
    self.name = name
    self.picked = picked
    self.predicate = consume predicate
  }

  @inlinable @inline(__always) mutating func step(_ input: Input) throws -> ReducingStep {
    guard try predicate(input) else { return .goOn }
    replace(&result, by: input)
    return picked
  }
}
