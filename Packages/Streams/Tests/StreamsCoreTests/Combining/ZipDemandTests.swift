import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
/// Of pairs, as text.
private typealias Recorder = RecordingSubscriber<String, TestError>

struct ZipDemandTests {
  @Test func demandIsForwardedToEverySide() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(2))
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    recorder.request(.max(3))
    expectEqual(a.log, ["request(max(2))", "request(max(3))"])
    expectEqual(b.log, a.log)
  }

  @Test func demandReturnedGoesBackToTheSideThatDelivered() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1), more: { _ in .max(2) })
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    expectEqual(a.send(1), .none)
    expectEqual(b.send(2), .max(2))
    expectEqual(a.log, ["request(max(1))", "request(max(2))"])
    expectEqual(b.log, ["request(max(1))"])
  }

  @Test func demandRequestedDuringADeliveryGoesTheSameWay() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.max(1))
    recorder.onValue = { _ in recorder.request(.max(2)) }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    expectEqual(b.send(2), .max(2))
    expectEqual(a.demand, .max(3))
    expectEqual(b.demand, .max(1))
  }

  @Test func pairsThatAreNotWantedWait() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    for value in 1...3 {
      a.send(value)
      b.send(value)
    }
    a.finish()
    b.finish()
    recorder.request(.max(1))
    expectEqual(recorder.log, ["Zip", "1-1"])
    recorder.request(.max(5))
    expectEqual(recorder.log, ["Zip", "1-1", "2-2", "3-3", "finished"])
  }

  @Test func aSideThatSubscribesLateIsAskedForWhatWasRequested() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder(.max(2))
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    recorder.request(.max(1))
    expectEqual(b.demand, .max(3))
    a.sendSubscription()
    expectEqual(a.log, ["request(max(3))"])
  }

  @Test func oneAtATimeFromSequences() {
    let count = 100_000
    let recorder = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(1) })
    (0..<count).publisher.zip((0..<count).publisher, (0..<count).publisher) { $0 + $1 - $2 }.subscribe(recorder)
    expectEqual(recorder.values, Array(0..<count))
    #expect(recorder.isFinished)
  }
}
