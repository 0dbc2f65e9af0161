/// A queue in a ring. Appending and removing take constant time, appending on average.
@usableFromInline struct Ring<Element>: ~Copyable {
  @_alwaysEmitIntoClient var slots: UnsafeMutablePointer<Element>?
  /// The number of slots, a power of two, minus one; -1 without slots.
  @_alwaysEmitIntoClient var mask = -1
  /// The number of elements removed from the front since the last `split(at: 0)`. The lower bits are the slot of the
  /// first element.
  @_alwaysEmitIntoClient var head = 0
  @_alwaysEmitIntoClient var count = 0

  @_alwaysEmitIntoClient init() {}

  @inlinable deinit {
    guard let slots else { return }
    for offset in 0..<count { slot(offset).deinitialize(count: 1) }
    slots.deallocate()
  }

  @_alwaysEmitIntoClient @inline(__always) var isEmpty: Bool { count == 0 }

  /// The element at a distance of `offset` from the first, from 0 to `count - 1`.
  @_alwaysEmitIntoClient subscript(offset: Int) -> Element {
    slot(offset).pointee
  }

  /// The place of the element at a distance of `offset` from the first. Requires slots.
  @_alwaysEmitIntoClient @inline(__always) func slot(_ offset: Int) -> UnsafeMutablePointer<Element> {
    slots.unsafelyUnwrapped + ((head &+ offset) & mask)
  }

  @_alwaysEmitIntoClient @inline(__always) mutating func append(_ element: consuming Element) {
    if count > mask { grow() }
    slot(count).initialize(to: element)
    count &+= 1
  }

  @_alwaysEmitIntoClient mutating func popFirst() -> Element? { count == 0 ? nil : removeFirst() }

  /// Removes the first element. Requires at least one.
  @_alwaysEmitIntoClient mutating func removeFirst() -> Element {
    let element = slot(0).move()
    head &+= 1
    count &-= 1
    return element
  }

  /// Keeps the first `kept` elements, and returns the others.
  @_alwaysEmitIntoClient mutating func split(at kept: Int) -> Ring {
    var rest = Ring()
    if kept == 0 {
      swap(&rest, &self)
      return rest
    }
    for offset in kept..<count { rest.append(slot(offset).move()) }
    count = kept
    return rest
  }

  @_alwaysEmitIntoClient @inline(never) mutating func grow() {
    let room = max(1, count * 2)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: room)
    for offset in 0..<count { (grown + ((head &+ offset) & (room - 1))).initialize(to: slot(offset).move()) }
    slots?.deallocate()
    (slots, mask) = (grown, room - 1)
  }
}
