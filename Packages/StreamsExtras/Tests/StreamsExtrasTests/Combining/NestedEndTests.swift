import StreamsExtras
import StreamsLaws
import Testing

/// A value sent during a delivery arrives before a completion that is sent after it, in the same delivery.
struct NestedEndTests {
  let source = PassthroughSubject<Int, LawError>()
  let other = PassthroughSubject<Int, LawError>()

  /// Sends 1, then calls `nested` while 1 is delivered.
  private func log<P: Publisher<Int, LawError>>(_ publisher: P, first: () -> Void, nested: () -> Void) -> [String] {
    var log: [String] = []
    withoutActuallyEscaping(nested) { nested in
      let sink = publisher.sink {
        log.append($0 == .finished ? "end" : "failure")
      } receiveValue: {
        log.append("\($0)")
        if $0 == 1 { nested() }
      }
      first()
      sink.cancel()
    }
    return log
  }

  private func fail(_ subject: PassthroughSubject<Int, LawError>) { subject.send(completion: .failure(LawError())) }

  @Test func sample() {
    let ends: [(Subscribers.Completion<LawError>, String)] = [(.finished, "end"), (.failure(LawError()), "failure")]
    for (end, name) in ends {
      for isTrigger in [false, true] {
        let (source, ticks) = (PassthroughSubject<Int, LawError>(), PassthroughSubject<Int, LawError>())
        let log = log(source.sample(ticks)) {
          source.send(1)
          ticks.send(0)
        } nested: {
          source.send(2)
          ticks.send(0)
          (isTrigger ? ticks : source).send(completion: end)
        }
        expectEqual(log, ["1", "2", name])
      }
    }
  }

  @Test func withLatestFrom() {
    let state = CurrentValueSubject<Int, LawError>(0)
    let log = log(source.withLatestFrom(state) { $0 + $1 }) {
      source.send(1)
    } nested: {
      source.send(2)
      state.send(completion: .failure(LawError()))
    }
    expectEqual(log, ["1", "2", "failure"])
  }

  @Test func zip() {
    let log = log([source, other].zip().map { $0[0] }) {
      source.send(1)
      other.send(1)
    } nested: {
      source.send(2)
      other.send(2)
      fail(source)
    }
    expectEqual(log, ["1", "2", "failure"])
  }

  @Test func combineLatest() {
    let log = log([source, other].combineLatest().map { $0[0] }) {
      other.send(0)
      source.send(1)
    } nested: {
      source.send(2)
      fail(other)
    }
    expectEqual(log, ["1", "2", "failure"])
  }

  @Test func flatMapFirst() {
    let log = log(other.flatMapFirst { [source] _ in source }) {
      other.send(0)
      source.send(1)
    } nested: {
      source.send(2)
      fail(source)
    }
    expectEqual(log, ["1", "2", "failure"])
  }

  @Test func retryWhen() {
    let log = log(source.retryWhen { $0.flatMap { Fail<Int, LawError>(error: $0) } }) {
      source.send(1)
    } nested: {
      source.send(2)
      fail(source)
    }
    expectEqual(log, ["1", "2", "failure"])
  }

  /// A failure does not wait for values that are not requested.
  @Test func aFailureDropsWhatIsNotRequested() {
    var log: [String] = []
    let sink = AnySubscriber<Int, LawError>(
      receiveSubscription: { $0.request(.max(2)) },
      receiveValue: { [source, other] value in
        log.append("\(value)")
        if value == 1 {
          for value in [2, 3] { source.send(value) }
          other.send(completion: .failure(LawError()))
        }
        return .none
      }, receiveCompletion: { _ in log.append("failure") })
    // Sends more than is requested.
    let eager = NaiveSource<Int, LawError>()
    let feed = source.sink { _ in
    } receiveValue: {
      eager.send($0)
    }
    eager.withLatestFrom(other.prepend(0)) { value, _ in value }.subscribe(sink)
    source.send(1)
    expectEqual(log, ["1", "2", "failure"])
    feed.cancel()
  }
}
