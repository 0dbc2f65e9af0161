import StreamsLaws
import StreamsTesting

private typealias Inner = Publishers.Sequence<[Int], LawError>

extension Table {
  static let nesting: [Row] = [
    Row("flatMap (of Just)", failuresSkipBuffer: true) { u in
      u.flatMap { Just($0).setFailureType(to: LawError.self) }
    },
    Row("flatMap (of two each)", delivers: .allInAnyOrder, failuresSkipBuffer: true) {
      u in
      u.flatMap { Inner(sequence: [$0, -$0]) }
    },
    Row("flatMap (one at a time)", failuresSkipBuffer: true) { u in
      u.flatMap(maxPublishers: .max(1)) { Inner(sequence: [$0, -$0]) }
    },
    Row("flatMap (two at a time)", delivers: .allInAnyOrder, failuresSkipBuffer: true) {
      u in
      u.flatMap(maxPublishers: .max(2)) { Inner(sequence: [$0, -$0]).eraseToAnyPublisher() }
    },
    Row("flatMap (neither fails)", delivers: .allInAnyOrder, fails: false) { u in
      u.unfailing.flatMap { Publishers.Sequence<[Int], Never>(sequence: [$0, -$0]) }
    },
    Row(
      "flatMap (the inner cannot fail)", delivers: .allInAnyOrder, failuresSkipBuffer: true
    ) { u in
      u.flatMap { Publishers.Sequence<[Int], Never>(sequence: [$0, -$0]) }
    },
    Row("flatMap (the outer cannot fail)", delivers: .allInAnyOrder, fails: false) {
      u in
      u.unfailing.flatMap { Inner(sequence: [$0, -$0]) }
    },
    Row(
      "flatMap (an inner that fails)", delivers: .allInAnyOrder, failuresSkipBuffer: true
    ) { u in
      u.flatMap {
        $0 == 3
          ? Fail<Int, LawError>(error: LawError()).eraseToAnyPublisher() : Inner(sequence: [$0]).eraseToAnyPublisher()
      }
    },
    Row("flatMap (of one that drops values without demand)", delivers: .some) { u in
      Just(()).setFailureType(to: LawError.self).flatMap { u.share() }
    },
    Row("flatMap (of a subject that sends within the deliveries)", delivers: .some) { u in
      // Each value of the upstream is sent into the subject, and its negative within the delivery of that value.
      let subject = PassthroughSubject<Int, LawError>()
      let values = Just(()).setFailureType(to: LawError.self).flatMap { subject }
        .handleEvents(receiveOutput: { if $0 > 0 { subject.send(-$0) } })
      let feeding = u.handleEvents(
        receiveOutput: { subject.send($0) },
        receiveCompletion: { if case .finished = $0 { subject.send(completion: .finished) } })
      return values.merge(with: feeding.ignoreOutput().map { _ -> Int in })
    },
    Row("flatMap (of empty ones)") { u in u.flatMap { _ in Empty<Int, LawError>() } },
    Row("switchToLatest", delivers: .some) { u in
      u.map { Inner(sequence: [$0, -$0]) }.switchToLatest()
    },
    Row("switchToLatest (of Just)", delivers: .some) { u in
      u.map { Just($0).setFailureType(to: LawError.self) }.switchToLatest()
    },
    Row("switchToLatest (neither fails)", delivers: .some, fails: false) { u in
      u.unfailing.map { Publishers.Sequence<[Int], Never>(sequence: [$0, -$0]) }.switchToLatest()
    },
    Row("switchToLatest (the inner cannot fail)", delivers: .some) { u in
      u.map { Publishers.Sequence<[Int], Never>(sequence: [$0, -$0]) }.switchToLatest()
    },
    Row("switchToLatest (the outer cannot fail)", delivers: .some, fails: false) { u in
      u.unfailing.map { Inner(sequence: [$0, -$0]) }.switchToLatest()
    },
  ]
}
