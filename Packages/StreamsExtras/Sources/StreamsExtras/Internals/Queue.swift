/// A queue in a ring. Each operation takes constant time, appending on average.
@usableFromInline struct Queue<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  /// The slot of the first element.
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// The element at a distance of `offset` from the first.
  @inlinable subscript(offset: Int) -> Element {
    guard offset < count, let element = slots[slot(offset)] else {
      fatalError("StreamsExtras.Queue: read after its end")
    }
    return element
  }

  @inlinable func slot(_ offset: Int) -> Int {
    let slot = head &+ offset
    return slot < slots.count ? slot : slot &- slots.count
  }

  @inlinable mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[slot(count)] = element
    count += 1
  }

  @inlinable mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    let element = slots[head].take()
    head = slot(1)
    count -= 1
    return element
  }

  /// Appends an element and removes the first. There is at least one.
  @inlinable @inline(__always) mutating func appendReplacingFirst(_ element: Element) {
    if count == slots.count {
      slots[head] = element
    } else {
      slots[slot(count)] = element
      slots[head] = nil
    }
    head = slot(1)
  }

  /// Keeps the first `kept` elements, and returns the others.
  @inlinable mutating func split(at kept: Int) -> Queue {
    var rest = Queue()
    for offset in kept..<count {
      if let element = slots[slot(offset)].take() { rest.append(element) }
    }
    count = kept
    return rest
  }

  @inlinable @inline(never) mutating func grow() {
    var grown = ContiguousArray<Element?>()
    grown.reserveCapacity(slots.count * 2)
    grown.append(contentsOf: slots[head...])
    grown.append(contentsOf: slots[..<head])
    grown.append(contentsOf: repeatElement(nil, count: max(1, slots.count)))
    (slots, head) = (grown, 0)
  }
}
