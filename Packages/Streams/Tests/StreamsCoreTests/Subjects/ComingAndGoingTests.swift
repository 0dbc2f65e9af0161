import Streams
import Testing

/// While one thread delivers, others subscribe and cancel. A cancelled subscriber is released before the delivery ends.
@Suite(.timeLimit(.minutes(1))) struct ComingAndGoingTests {
  private let canary = Carried(Canary())
  /// The number of closures alive after the coming and going.
  private let alive = Guarded(0)

  private func sink<P: Publisher>(_ publisher: P) -> AnyCancellable where P.Output == Int, P.Failure == Never {
    publisher.sink { [token = canary.value.token()] _ in token.touch() }
  }

  /// Subscribes to `publisher` and cancels many times, beside `staying` subscribers that come meanwhile.
  private func comeAndGo<P: Publisher>(_ publisher: P, staying: Int) -> [AnyCancellable]
  where P.Output == Int, P.Failure == Never {
    var kept: [AnyCancellable] = []
    for number in 0..<1_000 {
      let visitor = sink(publisher)
      if number < staying { kept.append(sink(publisher)) }
      visitor.cancel()
    }
    alive.value = canary.value.alive
    return kept
  }

  @Test(arguments: [0, 100]) func duringADelivery(staying: Int) {
    let subject = PassthroughSubject<Int, Never>()
    var kept: [AnyCancellable] = []
    let first = subject.sink { if $0 == 0 { kept = comeAndGo(subject, staying: staying) } }
    subject.send(0)
    expectEqual(alive.value, staying)
    withExtendedLifetime((first, kept)) {}
  }

  @Test(arguments: [0, 100]) func behindAPendingValue(staying: Int) {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let kept = Guarded<[AnyCancellable]>([])
    let first = subject.sink { value in
      if value != 0 { return }
      onThreads(1) { _ in
        subject.send(1)
        kept.value = comeAndGo(subject, staying: staying)
      }
    }
    subject.send(0)
    expectEqual(alive.value, staying)
    withExtendedLifetime((first, kept)) {}
  }

  /// The visitor comes after a value that another thread has sent, and cancels while that is delivered.
  @Test func behindTheValueUnderWay() {
    let subject = PassthroughSubject<Int, Never>()
    let visitor = Guarded<AnyCancellable?>(nil)
    let first = subject.sink { value in
      if value == 1 {
        visitor.value = nil
        alive.value = canary.value.alive
      }
      if value != 0 { return }
      onThreads(1) { _ in
        subject.send(1)
        visitor.value = sink(subject)
      }
    }
    subject.send(0)
    expectEqual(alive.value, 0)
    withExtendedLifetime(first) {}
  }

  @Test func throughShare() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = Carried(subject.share())
    let first = shared.value.sink { value in
      if value == 0 { onThreads(1) { _ in _ = comeAndGo(shared.value, staying: 0) } }
    }
    subject.send(0)
    expectEqual(alive.value, 0)
    withExtendedLifetime(first) {}
  }

  /// Those that stay receive in the order in which they came.
  @Test func theOrderOfThoseThatStay() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [Int] = []
    var sinks: [AnyCancellable] = []
    let first = subject.sink { value in
      if value != 0 { return }
      for number in 0..<300 { sinks.append(subject.sink { _ in log.append(number) }) }
      for number in 0..<300 where number % 3 != 0 { sinks[number].cancel() }
      for number in 300..<303 { sinks.append(subject.sink { _ in log.append(number) }) }
      sinks[300].cancel()
      sinks[0].cancel()
    }
    subject.send(0)
    subject.send(1)
    expectEqual(log, Array(stride(from: 3, to: 300, by: 3)) + [301, 302])
    withExtendedLifetime(first) {}
  }

  /// A value that the delivering thread sends comes behind the current one, which the newcomer waits for.
  @Test func aNewcomerReceivesTheCurrentValueBeforeAReentrantOne() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let late = Guarded<[Int]>([])
    let lateSink = Guarded<AnyCancellable?>(nil)
    let first = subject.sink { value in
      if value != 0 { return }
      onThreads(1) { _ in lateSink.value = subject.sink { value in late.with { $0.append(value) } } }
      subject.send(1)
    }
    subject.send(0)
    expectEqual(late.value, [0, 1])
    withExtendedLifetime(first) {}
  }

  @Test func aNewcomerBehindACompletionReceivesNoValue() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let late = Guarded<[Int]>([])
    let lateSink = Guarded<AnyCancellable?>(nil)
    let first = subject.sink { value in
      if value != 0 { return }
      onThreads(1) { _ in
        subject.send(completion: .finished)
        lateSink.value = subject.sink { value in late.with { $0.append(value) } }
      }
    }
    subject.send(0)
    expectEqual(late.value, [])
    withExtendedLifetime(first) {}
  }
}
