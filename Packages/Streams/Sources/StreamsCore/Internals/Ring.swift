/// A queue in a ring of memory, which grows as needed. Adding and taking is O(1), amortised.
///
/// The memory is raw, since a debug build looks up metadata whenever it adds to a typed pointer.
@usableFromInline struct Ring<Element>: ~Copyable {
  @usableFromInline var memory: UnsafeMutableRawPointer?
  /// The number of elements there is room for, less one: a power of two less one, or -1 for none.
  @usableFromInline var mask = -1
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable deinit {
    for offset in 0..<count { place(offset).deinitialize(count: 1) }
    memory?.deallocate()
  }

  @inlinable @inline(__always) var isEmpty: Bool { count == 0 }

  /// Where the element lies that came so many after the oldest.
  @inlinable @inline(__always) func place(_ offset: Int) -> UnsafeMutablePointer<Element> {
    let index = (head &+ offset) & mask
    return (memory.unsafelyUnwrapped + index &* MemoryLayout<Element>.stride).assumingMemoryBound(to: Element.self)
  }

  /// The one that came so many after the oldest.
  @inlinable @inline(__always) subscript(_ offset: Int) -> Element { place(offset).pointee }

  /// The oldest; there must be one.
  @inlinable @inline(__always) var first: Element { self[0] }

  @inlinable @inline(__always) mutating func append(_ element: consuming Element) {
    if count > mask { grow() }
    place(count).initialize(to: element)
    count &+= 1
  }

  /// Takes out the oldest; there must be one.
  @inlinable @inline(__always) mutating func removeFirst() -> Element {
    let element = place(0).move()
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
      fresh.moveInitialize(from: place(0), count: upper)
      (fresh + upper).moveInitialize(from: memory.assumingMemoryBound(to: Element.self), count: count - upper)
      memory.deallocate()
    }
    memory = UnsafeMutableRawPointer(fresh)
    mask = room - 1
    head = 0
  }
}
