/// A queue in one array. Appending and removing the first element take constant time on average.
@usableFromInline struct Queue<Element> {
  @usableFromInline var storage: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == storage.count }
  @inlinable var count: Int { storage.count - head }

  /// The element at a distance of `offset` from the first.
  @inlinable subscript(offset: Int) -> Element {
    guard let element = storage[head + offset] else { fatalError("StreamsExtras.Queue: read after its end") }
    return element
  }

  /// Keeps the first `count` elements, and returns the others.
  @inlinable mutating func split(at count: Int) -> Queue {
    var rest = Queue()
    rest.storage = ContiguousArray(storage[(head + count)...])
    storage.removeSubrange((head + count)...)
    return rest
  }

  @inlinable mutating func append(_ element: Element) { storage.append(element) }

  @inlinable mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    let element = storage[head].take()
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= storage.count {
      storage.removeSubrange(..<head)
      head = 0
    }
    return element
  }
}
