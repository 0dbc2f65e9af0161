import Foundation
import Streams
import Synchronization
import Testing

/// A thread does not deliver for others endlessly.
@Suite(.timeLimit(.minutes(10))) struct HandoverTests {
  /// The first thread delivers a value only when the second has sent hundreds more: so there is always something left to
  /// deliver, and the threads need not take turns for each value, which takes long on a busy machine.
  @Test(arguments: ["subject", "merge", "flatMap", "combineLatest"])
  func aSendReturnsAlthoughAnotherThreadGoesOnSending(through name: String) {
    let first = PassthroughSubject<Int, Never>()
    let second = name == "subject" ? first : PassthroughSubject<Int, Never>()
    let state = State()
    let sink = publisher(name, first, second).sink { value in
      state.received.with { $0.append(value) }
      if value < 0 { state.first.value = ObjectIdentifier(Thread.current) }
      if state.first.value != ObjectIdentifier(Thread.current) { return }
      while state.sent.load(ordering: .acquiring) < value + 512 { sched_yield() }
    }
    onThreads(2) { thread in
      if thread == 0 {
        first.send(-1)
        state.hasReturned.store(true, ordering: .releasing)
        return
      }
      while state.first.value == nil { sched_yield() }
      while !state.hasReturned.load(ordering: .acquiring) {
        second.send(state.sent.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue)
      }
    }
    sink.cancel()
    expectEqual(state.received.value, Array(-1..<state.sent.load(ordering: .acquiring)))
  }

  private func publisher(
    _ name: String, _ first: PassthroughSubject<Int, Never>, _ second: PassthroughSubject<Int, Never>
  ) -> AnyPublisher<Int, Never> {
    switch name {
    case "merge": first.merge(with: second).eraseToAnyPublisher()
    case "flatMap": [first, second].publisher.flatMap { $0 }.eraseToAnyPublisher()
    case "combineLatest":
      first.combineLatest(second.prepend(-2)).map { $1 == -2 ? $0 : $1 }.eraseToAnyPublisher()
    default: first.eraseToAnyPublisher()
    }
  }

  private final class State: Sendable {
    let received = Guarded<[Int]>([])
    let sent = Atomic<Int>(0)
    let hasReturned = Atomic<Bool>(false)
    let first = Guarded<ObjectIdentifier?>(nil)
  }
}
