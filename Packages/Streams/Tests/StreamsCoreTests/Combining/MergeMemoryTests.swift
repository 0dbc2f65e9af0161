import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

struct MergeMemoryTests {
  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsReleasedAtTheEnd(how: String) {
    let canary = Canary()
    let a = Manual()
    let b = Manual()
    weak var merged: AnyObject?
    do {
      let token = canary.token()
      let recorder = Recorder(.none)
      recorder.onValue = { _ in token.touch() }
      a.merge(with: b).map { value in
        token.touch()
        return value
      }.subscribe(recorder)
      merged = recorder.subscription as AnyObject?
      a.send(1)
      switch how {
      case "finish":
        a.finish()
        b.finish()
        recorder.request(.max(1))
      case "fail": a.fail(TestError())
      default: recorder.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    expectEqual(canary.alive, 0)
    #expect(merged == nil)
  }

  @Test func cancellingReleasesTheSubscriberOfPublishersThatSendNoSubscription() {
    let canary = Canary()
    let silent = Manual(sendsSubscription: false)
    let streams = [
      silent.eraseToAnyPublisher(), silent.first().eraseToAnyPublisher(),
      silent.eraseToAnyPublisher().map { $0 }.eraseToAnyPublisher(),
    ]
    for (stream, other) in streams.map({ ($0, silent) }) + streams.map({ ($0, Manual()) }) {
      do {
        let token = canary.token()
        let end = stream.merge(with: other).sink(
          receiveCompletion: { _ in token.touch() }, receiveValue: { _ in token.touch() })
        end.cancel()
      }
      expectEqual(canary.alive, 0)
    }
  }

  @Test func cancellingReleasesWaitingValues() {
    let canary = Canary()
    let a = ManualPublisher<Canary.Token, Never>()
    let recorder = RecordingSubscriber<Canary.Token, Never>(.none)
    Publishers.Merge(a, a).subscribe(recorder)
    a.send(canary.token())
    expectEqual(canary.alive, 1)
    recorder.cancel()
    expectEqual(canary.alive, 0)
  }
}
