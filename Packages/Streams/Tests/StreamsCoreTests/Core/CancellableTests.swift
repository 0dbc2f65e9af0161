import Streams
import Testing

struct CancellableTests {
  /// A custom cancellable.
  private final class Work: Cancellable {
    private(set) var cancellations = 0
    func cancel() { cancellations += 1 }
  }

  @Test func isStoredInASetAndCancelledWithIt() {
    let (one, two) = (Work(), Work())
    var set: Set<AnyCancellable> = []
    one.store(in: &set)
    two.store(in: &set)
    expectEqual(set.count, 2)
    expectEqual(one.cancellations, 0)
    set.removeAll()
    expectEqual(one.cancellations, 1)
    expectEqual(two.cancellations, 1)
  }

  @Test func isStoredInACollectionAndCancelledWithIt() {
    let work = Work()
    var list: [AnyCancellable] = []
    work.store(in: &list)
    Just(1).sink { _ in }.store(in: &list)
    expectEqual(list.count, 2)
    list.removeFirst()
    expectEqual(work.cancellations, 1)
  }

  @Test func anErasedOneIsTheSameOnlyAsItself() {
    let (one, other) = (AnyCancellable {}, AnyCancellable {})
    expectEqual(one, one)
    #expect(one != other)
    expectEqual(Set([one, one, other]).count, 2)
  }

  @Test func anErasedOneCancelsOnceWhateverItErases() {
    let work = Work()
    let erased = AnyCancellable(work)
    erased.cancel()
    erased.cancel()
    expectEqual(work.cancellations, 1)
  }
}
