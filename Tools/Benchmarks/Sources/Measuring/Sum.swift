import Synchronization

/// Where the rows' sinks put what they receive, so that nothing may be optimised away. It adds through a raw pointer:
/// no exclusivity check and no reference count of its own is part of the measurement.
@frozen public struct Sum {
  @usableFromInline let total: UnsafeMutablePointer<Int>

  /// The pointer is never freed: a sum lives as long as the process.
  public init() {
    total = .allocate(capacity: 1)
    total.initialize(to: 0)
    Self.all.withLock { $0.append(self) }
  }

  @inlinable @inline(__always) public func add(_ value: Int) { total.pointee = total.pointee &+ value }

  public var value: Int { total.pointee }

  /// The total that the rows have added to all sums so far.
  public static var grandTotal: Int { all.withLock { $0.reduce(0) { $0 &+ $1.value } } }

  private static let all = Mutex<[Sum]>([])
}

// Sendable because it is read between the bodies of rows, which run one at a time.
extension Sum: @unchecked Sendable {}
