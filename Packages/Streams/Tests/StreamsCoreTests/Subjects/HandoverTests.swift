import Foundation
import Streams
import Synchronization
import Testing

/// A thread that delivers for others does not do so for ever.
@Suite(.timeLimit(.minutes(1))) struct HandoverTests {
  /// While the first thread delivers one value, the second sends two: so there is always something left to deliver.
  @Test func aSendReturnsAlthoughAnotherThreadGoesOnSending() {
    let subject = PassthroughSubject<Int, Never>()
    let state = State()
    let sink = subject.sink { value in
      state.received.with { $0.append(value) }
      if value < 0 { state.first.value = ObjectIdentifier(Thread.current) }
      if state.first.value != ObjectIdentifier(Thread.current) { return }
      let before = state.sent.load(ordering: .acquiring)
      while state.sent.load(ordering: .acquiring) < before + 2 { sched_yield() }
    }
    onThreads(2) { thread in
      if thread == 0 {
        subject.send(-1)
        state.hasReturned.store(true, ordering: .releasing)
        return
      }
      while state.first.value == nil { sched_yield() }
      while !state.hasReturned.load(ordering: .acquiring) {
        subject.send(state.sent.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue)
      }
    }
    sink.cancel()
    #expect(state.received.value == Array(-1..<state.sent.load(ordering: .acquiring)))
  }

  private final class State: Sendable {
    let received = Guarded<[Int]>([])
    let sent = Atomic<Int>(0)
    let hasReturned = Atomic<Bool>(false)
    let first = Guarded<ObjectIdentifier?>(nil)
  }
}
