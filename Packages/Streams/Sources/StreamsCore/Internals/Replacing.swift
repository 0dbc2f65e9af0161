/// Puts `new` where `kept` is. The former value goes only then: its deinit may send into the same stream, and find this.
///
/// A plain assignment releases it first where the optimizer knows of nobody else who looks there.
@inlinable @inline(__always)
func replace<Value>(_ kept: inout Value, by new: Value) {
  var former = new
  swap(&kept, &former)
}

/// Where `kept` is, for code that calls a closure meanwhile, which may send into its own stream and so change it.
///
/// To the optimizer nobody else changes an `inout` variable. It must not see through this, as it would if it inlined it.
@inlinable @inline(never)
func address<Value>(of kept: inout Value) -> UnsafeMutablePointer<Value> { withUnsafeMutablePointer(to: &kept) { $0 } }
