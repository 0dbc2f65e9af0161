import Streams
import Testing

/// A subscription of a subject to a publisher does not keep the subject alive.
struct SubjectConnectionTests {
  private let upstream = ManualPublisher<Int, Never>()

  @Test func subscribeHoldsTheSubjectWeakly() {
    weak var subject: PassthroughSubject<Int, Never>?
    let connection: AnyCancellable
    do {
      let made = PassthroughSubject<Int, Never>()
      subject = made
      connection = upstream.subscribe(made)
    }
    #expect(subject == nil)
    #expect(upstream.isCancelled)
    upstream.send(1)
    connection.cancel()
  }

  @Test func connectHoldsTheSubjectWeakly() {
    weak var subject: CurrentValueSubject<Int, Never>?
    let connection: any Cancellable
    do {
      let made = CurrentValueSubject<Int, Never>(0)
      subject = made
      connection = upstream.multicast(subject: made).connect()
      upstream.send(1)
      expectEqual(made.value, 1)
    }
    #expect(subject == nil)
    connection.cancel()
  }

  @Test func anErasedSubjectDoesNotKeepItselfAlive() {
    weak var subject: PassthroughSubject<Int, Never>?
    weak var attached: PassthroughSubject<Int, Never>?
    do {
      let unused = PassthroughSubject<Int, Never>()
      subject = unused
      _ = AnySubscriber(unused)
      let used = PassthroughSubject<Int, Never>()
      attached = used
      upstream.subscribe(AnySubscriber(used))
    }
    #expect(subject == nil)
    #expect(attached == nil)
  }
}
