import Foundation
import Streams
import Testing

/// While one thread delivers, another sends values and then subscribes: its subscriber receives none of those values,
/// except the current one of a subject that keeps one.
@Suite(.timeLimit(.minutes(1))) struct LateSubscriberTests {
  private let late = Guarded<[Int]>([])
  private let lateSink = Guarded<AnyCancellable?>(nil)

  private func subscribe<P: Publisher>(to publisher: P) where P.Output == Int, P.Failure == Never {
    lateSink.value = publisher.sink { [late] value in late.with { $0.append(value) } }
  }

  @Test func aSubscriberOfABusySubjectReceivesNoEarlierValues() {
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.sink { value in
      if value > 0 { return }
      onThreads(1) { _ in
        subject.send(1)
        subject.send(2)
        subscribe(to: subject)
        subject.send(3)
      }
    }
    subject.send(0)
    subject.send(4)
    expectEqual(late.value, [3, 4])
    sink.cancel()
  }

  @Test func aSubscriberOfABusyCurrentValueSubjectReceivesTheCurrentValueFirst() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let sink = subject.sink { value in
      if value != 0 { return }
      onThreads(1) { _ in
        subject.send(1)
        subject.send(2)
        subscribe(to: subject)
        subject.send(3)
      }
    }
    subject.send(0)
    expectEqual(late.value, [2, 3])
    sink.cancel()
  }

  /// The pending value is sent during a reentrant delivery.
  @Test func aReentrantSubscriberBehindAPendingValueReceivesNoEarlierOne() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let sink = subject.sink { value in
      if value == 0 { subject.send(1) }
      if value != 1 { return }
      onThreads(1) { _ in subject.send(2) }
      subscribe(to: subject)
    }
    subject.send(0)
    expectEqual(late.value, [2])
    sink.cancel()
  }

  @Test func aSubscriberOfABusyPropertyReceivesTheCurrentValueFirst() {
    let model = Model()
    let sink = model.$value.sink { value in
      if value != 1 { return }
      onThreads(1) { _ in
        model.value = 2
        model.value = 3
        subscribe(to: model.$value)
      }
    }
    model.value = 1
    model.value = 4
    expectEqual(late.value, [3, 4])
    sink.cancel()
  }

  /// - Parameter moment: the value during whose delivery the subscriber arrives.
  @Test(arguments: [0, 1]) func aReentrantSubscriberBehindPendingValuesReceivesTheCurrentValueFirst(moment: Int) {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let sink = subject.sink { value in
      if value == 0 {
        onThreads(1) { _ in
          subject.send(1)
          subject.send(2)
        }
      }
      if value == moment { subscribe(to: subject) }
    }
    subject.send(0)
    subject.send(3)
    expectEqual(late.value, [2, 3])
    sink.cancel()
  }

  @Test func aReentrantValueDoesNotWaitForASubscriberThatHasLeft() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    var log: [String] = []
    let sink = subject.sink { value in
      log.append("\(value)")
      if value != 0 { return }
      onThreads(1) { _ in
        subscribe(to: subject)
        lateSink.value = nil
      }
      subject.send(1)
      log.append("sent")
    }
    subject.send(0)
    expectEqual(log, ["-1", "0", "1", "sent"])
    sink.cancel()
  }

  /// The subscriber that arrives has missed a value, and has returned demand since.
  @Test func aReentrantValueDoesNotWaitForReturnedDemand() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    var log: [String] = []
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
    subscriber.onValue = { value in
      log.append("\(value)")
      if value == 0 { subject.send(1) }
    }
    let sink = subject.sink { value in
      if value != 0 { return }
      subject.subscribe(subscriber)
      subject.send(2)
      log.append("sent")
    }
    subject.send(0)
    expectEqual(log, ["0", "2", "sent"])
    sink.cancel()
  }

  /// Another thread requests values for a subscriber that receives all anyway.
  @Test func aReentrantValueDoesNotWaitForARequestThatChangesNothing() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let subscriber = Carried(RecordingSubscriber<Int, Never>())
    subject.subscribe(subscriber.value)
    var log: [String] = []
    let sink = subject.sink { value in
      log.append("\(value)")
      if value != 0 { return }
      onThreads(1) { _ in subscriber.value.request(.max(1)) }
      subject.send(1)
      log.append("sent")
    }
    subject.send(0)
    expectEqual(log, ["-1", "0", "1", "sent"])
    sink.cancel()
  }

  @Test func aSubscriberBehindPendingValuesCanCancel() {
    let subject = PassthroughSubject<Int, Never>()
    let canary = Canary()
    let sink = subject.sink { value in
      if value > 0 { return }
      let carried = Carried(canary)
      onThreads(1) { _ in
        let token = carried.value.token()
        subject.send(1)
        subscribe(to: subject.handleEvents(receiveOutput: { _ in token.touch() }))
        lateSink.value = nil
      }
    }
    subject.send(0)
    subject.send(2)
    expectEqual(late.value, [])
    expectEqual(canary.alive, 0)
    sink.cancel()
  }

  @Test func aSubscriberBehindAPendingCompletionReceivesIt() {
    let subject = PassthroughSubject<Int, Never>()
    let hasEnded = Guarded(false)
    let sink = subject.sink { value in
      if value > 0 { return }
      onThreads(1) { _ in
        subject.send(1)
        subject.send(completion: .finished)
        lateSink.value = subject.sink { _ in
          hasEnded.value = true
        } receiveValue: { [late] value in
          late.with { $0.append(value) }
        }
      }
    }
    subject.send(0)
    expectEqual(late.value, [])
    #expect(hasEnded.value)
    sink.cancel()
  }

  @Test func theCompletionWaitsForAValueToASubscriberThatIsStillReceivingItsSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = Carried(RecordingSubscriber<Int, Never>())
    let hasRequested = DispatchSemaphore(value: 0)
    let mayReturn = DispatchSemaphore(value: 0)
    let hasReturned = DispatchSemaphore(value: 0)
    subscriber.value.onSubscription = { _ in
      hasRequested.signal()
      mayReturn.wait()
    }
    subscriber.value.onValue = { _ in
      subject.send(completion: .finished)
      mayReturn.signal()
      hasReturned.wait()
    }
    onThreads(2) { thread in
      if thread == 0 {
        subject.subscribe(subscriber.value)
        hasReturned.signal()
      } else {
        hasRequested.wait()
        subject.send(1)
      }
    }
    expectEqual(subscriber.value.log, ["PassthroughSubject", "1", "finished"])
    #expect(!subscriber.value.wasOverlapped)
  }

  private final class Model: @unchecked Sendable {
    @Published var value = 0
  }
}
