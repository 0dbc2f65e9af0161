/// A plain loop that does the work of a row, with closures that the optimizer cannot inline: the cost of the work
/// with nothing between the values and the closures.
public struct Loop {
  let operations: Int
  let prepare: (Sum) -> Row.Body

  /// - Parameter prepare: sets up what should not be measured, and returns the work, which adds to the sum.
  public init(operations: Int = elements, prepare: @escaping (Sum) -> Row.Body) {
    self.operations = operations
    self.prepare = prepare
  }
}

/// Closures that pass through here are opaque: `_optimize(none)` keeps what they are from the caller.
@inline(never) @_optimize(none) func opaque(_ closure: @escaping (Int) -> Void) -> (Int) -> Void { closure }
@inline(never) @_optimize(none) func opaque(_ closure: @escaping (Int) -> Int) -> (Int) -> Int { closure }
@inline(never) @_optimize(none) func opaque(_ closure: @escaping (Int) -> Bool) -> (Int) -> Bool { closure }
@inline(never) @_optimize(none) func opaque(_ closure: @escaping (Int) -> Int?) -> (Int) -> Int? { closure }
@inline(never) @_optimize(none) func opaque(_ closure: @escaping (Int, Int) -> Int) -> (Int, Int) -> Int { closure }
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int, Int) -> Bool) -> (Int, Int) -> Bool { closure }
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int) throws -> Int) -> (Int) throws -> Int { closure }
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping ([Int]) -> Void) -> ([Int]) -> Void { closure }
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int, Int) -> Void) -> (Int, Int) -> Void { closure }
