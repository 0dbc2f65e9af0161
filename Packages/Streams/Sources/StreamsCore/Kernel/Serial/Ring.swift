/// A queue in a ring buffer that grows as needed. Appending and removing are O(1), amortised.
@usableFromInline struct Ring<Element>: ~Copyable {
  @_alwaysEmitIntoClient var memory: UnsafeMutablePointer<Element>?
  /// The capacity, a power of two, minus one; -1 without memory.
  @_alwaysEmitIntoClient var mask = -1
  @_alwaysEmitIntoClient var head = 0
  @_alwaysEmitIntoClient var count = 0

  @_alwaysEmitIntoClient init() {}

  @inlinable deinit {
    for offset in 0..<count { place(offset).deinitialize(count: 1) }
    memory?.deallocate()
  }

  @_alwaysEmitIntoClient @inline(__always) var isEmpty: Bool { count == 0 }

  /// The address of the element at `offset` from the oldest one.
  @_alwaysEmitIntoClient @inline(__always) func place(_ offset: Int) -> UnsafeMutablePointer<Element> {
    memory.unsafelyUnwrapped + ((head &+ offset) & mask)
  }

  /// The element at `offset` from the oldest one.
  @_alwaysEmitIntoClient @inline(__always) subscript(_ offset: Int) -> Element { place(offset).pointee }

  @_alwaysEmitIntoClient @inline(__always) mutating func append(_ element: consuming Element) {
    if count > mask { grow() }
    place(count).initialize(to: element)
    count &+= 1
  }

  /// Removes and returns the oldest element. There must be one.
  @_alwaysEmitIntoClient @inline(__always) mutating func removeFirst() -> Element {
    let element = place(0).move()
    head = (head &+ 1) & mask
    count &-= 1
    return element
  }

  @_alwaysEmitIntoClient @inline(never) mutating func grow() {
    let room = max(4, count * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: room)
    if let memory {
      let upper = min(count, mask &+ 1 &- head)
      fresh.moveInitialize(from: place(0), count: upper)
      (fresh + upper).moveInitialize(from: memory, count: count - upper)
      memory.deallocate()
    }
    memory = fresh
    mask = room - 1
    head = 0
  }
}

/// A queue in an object, for owners that rarely queue anything. Code that is not specialised, such as the deinit of a
/// generic class, looks up the types of the elements to destroy a ``Ring``, but none to release this: a subject with its
/// two queues took 770 instructions more without it, and a `flatMap` 550.
@usableFromInline final class Backlog<Element> {
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ring = Ring<Element>()

  @_alwaysEmitIntoClient init() {}
}
