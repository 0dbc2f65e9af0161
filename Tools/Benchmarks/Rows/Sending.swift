import Measuring

/// The targets that several threads send into at once.
public func sending() -> [Senders] {
  [
    Senders("one subject") { _ in
      let subject = PassthroughSubject<Int, Never>()
      return into(subject) { sum in subject.sink { sum.add($0) } }
    },
    Senders("a subject each, through flatMap") { threads in
      let subjects = (0..<threads).map { _ in PassthroughSubject<Int, Never>() }
      return into(subjects) { sum in
        Publishers.Sequence<[PassthroughSubject<Int, Never>], Never>(sequence: subjects).flatMap { $0 }
          .sink { sum.add($0) }
      }
    },
  ]
}

/// Sends to the subject of the thread, or to the only one.
func into(
  _ subjects: PassthroughSubject<Int, Never>..., subscribe: (Sum) -> AnyCancellable
) -> Senders.Send { into(subjects, subscribe: subscribe) }

func into(_ subjects: [PassthroughSubject<Int, Never>], subscribe: (Sum) -> AnyCancellable) -> Senders.Send {
  let held = Held(subjects, subscribe(Sum()))
  return { thread, value in held.subjects[thread % held.subjects.count].send(value) }
}

/// The state shared by the threads. Any thread may send to a subject.
private final class Held: @unchecked Sendable {
  let subjects: [PassthroughSubject<Int, Never>]
  let cancellable: AnyCancellable

  init(_ subjects: [PassthroughSubject<Int, Never>], _ cancellable: AnyCancellable) {
    self.subjects = subjects
    self.cancellable = cancellable
  }
}
