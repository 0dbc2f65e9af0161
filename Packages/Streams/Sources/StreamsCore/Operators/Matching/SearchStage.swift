/// Looks for a value for which a predicate returns `sought`. The result is `sought` if there is one, otherwise the
/// opposite.
@frozen @usableFromInline struct SearchStage<Input>: ReducingStage {
  @usableFromInline typealias Output = Bool
  @usableFromInline var isFound = false
  @usableFromInline let sought: Bool
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let name: StaticString

  @inlinable init(_ name: StaticString, for sought: Bool, _ predicate: @escaping (Input) throws -> Bool) {
    self.name = name
    self.sought = sought
    self.predicate = predicate
  }

  @usableFromInline var initial: Any? { !sought }
  @inlinable var result: Bool? { isFound == sought }

  @inlinable @inline(__always) mutating func step(_ input: Input) throws -> ReducingStep {
    if try predicate(input) != sought { return .goOn }
    isFound = true
    return .finish
  }
}
