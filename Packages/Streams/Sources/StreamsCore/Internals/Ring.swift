/// A queue in a ring of memory, which grows as needed. Adding and taking is O(1), amortised.
@usableFromInline struct Ring<Element>: ~Copyable {
  @usableFromInline var memory: UnsafeMutablePointer<Element>?
  /// The number of elements there is room for, less one: a power of two less one, or -1 for none.
  @usableFromInline var mask = -1
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable deinit {
    for offset in 0..<count { memory.unsafelyUnwrapped.advanced(by: (head &+ offset) & mask).deinitialize(count: 1) }
    memory?.deallocate()
  }

  @inlinable @inline(__always) var isEmpty: Bool { count == 0 }

  /// The oldest; there must be one.
  @inlinable @inline(__always) var first: Element { memory.unsafelyUnwrapped[head] }

  @inlinable @inline(__always) mutating func append(_ element: consuming Element) {
    if count > mask { grow() }
    memory.unsafelyUnwrapped.advanced(by: (head &+ count) & mask).initialize(to: element)
    count &+= 1
  }

  /// Takes out the oldest; there must be one.
  @inlinable @inline(__always) mutating func removeFirst() -> Element {
    let element = memory.unsafelyUnwrapped.advanced(by: head).move()
    head = (head &+ 1) & mask
    count &-= 1
    return element
  }

  /// Exchanges what two queues hold.
  @inlinable @inline(__always) static func exchange(_ one: inout Ring, _ other: inout Ring) {
    (one.memory, other.memory) = (other.memory, one.memory)
    (one.mask, other.mask) = (other.mask, one.mask)
    (one.head, other.head) = (other.head, one.head)
    (one.count, other.count) = (other.count, one.count)
  }

  @inlinable @inline(never) mutating func grow() {
    let room = max(4, count * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: room)
    if let memory {
      let upper = min(count, mask &+ 1 &- head)
      fresh.moveInitialize(from: memory + head, count: upper)
      (fresh + upper).moveInitialize(from: memory, count: count - upper)
      memory.deallocate()
    }
    memory = fresh
    mask = room - 1
    head = 0
  }
}
