/// Keeps a value that matches: the first, after which it finishes, or the last.
@frozen @usableFromInline struct PickStage<Input>: FoldStage {
  @usableFromInline typealias Output = Input
  @usableFromInline let picked: FoldStep
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let name: StaticString
  @usableFromInline var result: Input?

  /// - Parameter picked: what to do when a value has been picked.
  @inlinable init(_ name: StaticString, _ picked: FoldStep, _ predicate: @escaping (Input) throws -> Bool) {
    self.name = name
    self.picked = picked
    self.predicate = predicate
  }

  @inlinable var isEmpty: Bool { result == nil }

  @inlinable @inline(__always) mutating func step(_ input: Input) throws -> FoldStep {
    guard try predicate(input) else { return .goOn }
    replace(&result, by: input)
    return picked
  }
}
