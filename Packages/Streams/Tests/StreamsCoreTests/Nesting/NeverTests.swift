import Streams
import Testing

/// Flattening where one side cannot fail.
struct NeverTests {
  @Test func childrenThatCannotFailInAStreamThatCan() {
    let source = PassthroughSubject<Int, TestError>()
    let mapped = RecordingSubscriber<Int, TestError>()
    let latest = RecordingSubscriber<Int, TestError>()
    source.flatMap { Just($0 * 2) }.subscribe(mapped)
    source.map { Just($0 * 3) }.switchToLatest().subscribe(latest)
    source.send(1)
    source.send(completion: .failure(TestError()))
    expectEqual(mapped.log, ["FlatMap", "2", "failure(test error)"])
    expectEqual(latest.log, ["SwitchToLatest", "3", "failure(test error)"])
  }

  @Test func childrenThatCanFailInAStreamThatCannot() {
    let mapped = RecordingSubscriber<Int, TestError>()
    let latest = RecordingSubscriber<Int, TestError>()
    let failing = Fail<Int, TestError>(error: TestError())
    Just(1).flatMap { _ in failing }.subscribe(mapped)
    CurrentValueSubject<Fail<Int, TestError>, Never>(failing).switchToLatest().subscribe(latest)
    expectEqual(mapped.log, ["FlatMap", "failure(test error)"])
    expectEqual(latest.log, ["SwitchToLatest", "failure(test error)"])
  }
}
