import Streams
import Testing

/// A replaced value is released, and its deinit may send into the stream that held it. So may an operator's closure.
struct ReentrantDeinitTests {
  /// Its deinit does something.
  final class Parting: CustomStringConvertible, Comparable, Sendable {
    let number: Int
    let farewell: @Sendable () -> Void

    init(_ number: Int, _ farewell: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.farewell = farewell
    }

    deinit { farewell() }

    var description: String { "\(number)" }
    static func == (a: Parting, b: Parting) -> Bool { a.number == b.number }
    static func < (a: Parting, b: Parting) -> Bool { a.number < b.number }
  }

  typealias Partings = PassthroughSubject<Parting, any Error>
  typealias Operator = @Sendable (Partings) -> any Publisher<Parting, any Error>

  /// Sends 1, 2 and 3, and returns the received values. When 1 is deinitialised, it sends 50, which then sends 60.
  private func values(by make: Operator) -> [Int] {
    let subject = Partings()
    var values: [Int] = []
    let cancellable = make(subject).eraseToAnyPublisher().sink { _ in
    } receiveValue: {
      values.append($0.number)
    }
    subject.send(Parting(1) { subject.send(Parting(50) { subject.send(Parting(60)) }) })
    subject.send(Parting(2))
    subject.send(Parting(3))
    subject.send(completion: .finished)
    cancellable.cancel()
    return values
  }

  static let lasting: [Operator] = [
    { $0.last() }, { $0.last { $0.number > 0 } }, { $0.tryLast { $0.number > 0 } }, { $0.reduce(Parting(0)) { $1 } },
    { $0.tryReduce(Parting(0)) { $1 } },
  ]

  @Test(arguments: lasting.indices) func operatorsThatKeepOneValueKeepTheLastSent(index: Int) {
    expectEqual(values(by: Self.lasting[index]), [60])
  }

  static let passing: [Operator] = [
    { $0.scan(Parting(0)) { $1 } }, { $0.tryScan(Parting(0)) { $1 } }, { $0.removeDuplicates() },
    { $0.tryRemoveDuplicates { $0 == $1 } },
  ]

  @Test(arguments: passing.indices) func operatorsThatCompareOrAddUpSendAll(index: Int) {
    expectEqual(values(by: Self.passing[index]), [1, 50, 2, 60, 3])
  }

  /// The last value that a subscriber has received is the subject's, also if a value's deinit has sent it.
  @Test(arguments: [false, true]) func aSubjectReleasesTheFormerValueAfterTheDelivery(isNested: Bool) {
    let subject = CurrentValueSubject<Parting, Never>(Parting(0))
    subject.send(Parting(1) { subject.send(Parting(3)) })
    var values: [Int] = []
    let start = PassthroughSubject<Void, Never>()
    let cancellable = subject.dropFirst().sink { values.append($0.number) }
    let outer = CurrentValueSubject<Int, Never>(0).merge(with: start.map { 1 }).sink {
      if $0 == 1 { subject.send(Parting(2)) }
    }
    if isNested {
      let other = subject.dropFirst().sink { if $0.number == 4 { start.send() } }
      subject.send(Parting(4))
      expectEqual(values, [4, 2, 3])
      other.cancel()
    } else {
      start.send()
      expectEqual(values, [2, 3])
    }
    expectEqual(subject.value.number, values.last)
    withExtendedLifetime((cancellable, outer)) {}
  }

  /// In release builds, `share` released the subscriber under a lock, and the second cancel waited for it endlessly.
  @Test func aDeinitOfASubscriberMayCancelAgain() {
    final class Leaver: Subscriber {
      let subscription: Guarded<(any Subscription)?>
      init(_ subscription: Guarded<(any Subscription)?>) { self.subscription = subscription }
      deinit { subscription.value?.cancel() }

      func receive(subscription: any Subscription) { self.subscription.value = subscription }
      func receive(_ input: Int) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    let subscription = Guarded<(any Subscription)?>(nil)
    var cancels = 0
    let shared = PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancels += 1 }).share()
    shared.subscribe(Leaver(subscription))
    subscription.value?.cancel()
    expectEqual(cancels, 1)
  }

  @Test func minAndMaxAreRightAlthoughADeinitSends() {
    expectEqual(values { $0.max() }, [50])
    expectEqual(values { $0.min() }, [1])
  }

  private func numbers(
    of values: [Int], by make: (PassthroughSubject<Int, Never>) -> some Publisher<Int, Never>
  ) -> [Int] {
    let subject = PassthroughSubject<Int, Never>()
    var numbers: [Int] = []
    let cancellable = make(subject).sink { numbers.append($0) }
    for value in values { subject.send(value) }
    subject.send(completion: .finished)
    cancellable.cancel()
    return numbers
  }

  @Test func aStepWithinAStepBeginsWithThePreviousResult() {
    expectEqual(
      numbers(of: [5, 1, 2]) { subject in
        subject.scan(0) { sum, value in
          if value == 1 { subject.send(10) }
          return sum + value
        }
      }, [5, 15, 6, 8])
  }

  @Test func anEndWithinAStepSendsThePreviousResult() {
    expectEqual(
      numbers(of: [5, 1]) { subject in
        subject.reduce(0) { sum, value in
          if value == 1 { subject.send(completion: .finished) }
          return sum + value
        }
      }, [5])
    expectEqual(
      numbers(of: [5, 1]) { subject in
        subject.max {
          subject.send(completion: .finished)
          return $0 < $1
        }
      }, [5])
  }

  @Test func aComparisonWithinAComparisonCounts() {
    var isFirst = true
    func sendOnce(_ value: Int, to subject: PassthroughSubject<Int, Never>) {
      guard isFirst else { return }
      isFirst = false
      subject.send(value)
    }
    expectEqual(
      numbers(of: [5, 1, 2]) { subject in
        subject.max {
          sendOnce(100, to: subject)
          return $0 < $1
        }
      }, [100])
    isFirst = true
    expectEqual(
      numbers(of: [5, 5, 5]) { subject in
        subject.removeDuplicates {
          sendOnce(5, to: subject)
          return $0 == $1
        }
      }, [5])
  }
}
