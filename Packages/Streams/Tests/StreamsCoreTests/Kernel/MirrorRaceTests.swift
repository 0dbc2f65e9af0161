import Streams
import Testing

/// The mirrors of these subscriptions may be read on any thread, also while the stream runs and ends. ThreadSanitizer
/// reports unsynchronised reads.
struct MirrorRaceTests {
  typealias Attach = @Sendable (PassthroughSubject<Int, Never>, RecordingSubscriber<Int, Never>) -> Void

  static let operators: [(name: String, attach: Attach)] = [
    ("debounce", { $0.debounce(for: 1, scheduler: ImmediateScheduler.shared).subscribe($1) }),
    ("buffer", { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe($1) }),
    ("flatMap", { $0.flatMap { _ in Empty<Int, Never>(completeImmediately: false) }.subscribe($1) }),
    ("append", { $0.append(1).subscribe($1) }),
    ("share", { $0.share().subscribe($1) }),
  ]

  @Test(arguments: operators.indices) func mirrorsMayBeReadOnAnyThread(index: Int) {
    for _ in 0..<20 {
      let subject = PassthroughSubject<Int, Never>()
      let recorder = RecordingSubscriber<Int, Never>()
      Self.operators[index].attach(subject, recorder)
      onThreads(2) { [recorder = Carried(recorder)] thread in
        if thread == 0 {
          for value in 0..<50 { subject.send(value) }
          subject.send(completion: .finished)
        } else {
          for _ in 0..<50 { _ = recorder.value.subscription.map { "\(Mirror(reflecting: $0).children.count) \($0)" } }
        }
      }
    }
  }

  /// The status of an operator that owns its upstream's subscription, which it releases at the end.
  @Test func theStatusMayBeReadOnAnyThread() {
    struct Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let subject: PassthroughSubject<Int, Never>
      let look: (any CustomReflectable) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        if let subscriber = subscriber as? any CustomReflectable { look(subscriber) }
        subject.subscribe(subscriber)
      }
    }
    for _ in 0..<20 {
      let subject = PassthroughSubject<Int, Never>()
      var seen: [any CustomReflectable] = []
      let looking = Looking(subject: subject) { seen.append($0) }
      let sink = looking.encode(encoder: Text()).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      expectEqual(seen.count, 1)
      onThreads(2) { [seen = Carried(seen)] thread in
        if thread == 0 {
          sink.cancel()
        } else {
          for subscriber in seen.value { _ = subscriber.customMirror.children.map { "\($0)" } }
        }
      }
    }
  }

  /// Encodes nothing.
  private struct Text: TopLevelEncoder {
    func encode<T: Encodable>(_ value: T) -> String { "" }
  }
}
