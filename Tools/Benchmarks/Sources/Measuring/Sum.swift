/// Where the rows' sinks put what they receive, so that nothing may be optimised away. It adds through a raw pointer:
/// no exclusivity check and no reference count of its own is part of the measurement.
@frozen public struct Sum {
  @usableFromInline let total: UnsafeMutablePointer<Int>

  /// The pointer is never freed: a sum lives as long as the process.
  public init() {
    total = .allocate(capacity: 1)
    total.initialize(to: 0)
  }

  @inlinable @inline(__always) public func add(_ value: Int) { total.pointee = total.pointee &+ value }

  public var value: Int { total.pointee }
}
