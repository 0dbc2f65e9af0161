import StreamsTesting
import Testing

private final class Refused: Error {
  let code: Int
  init(_ code: Int) { self.code = code }
}

private struct Offline: Error, Equatable {}

struct StreamEventTests {
  @Test func optionalsAndFailuresAreCompared() {
    expectEqual(StreamEvent<Int?, any Error>.value(nil), .value(nil))
    #expect(StreamEvent<Int?, any Error>.value(nil) != .value(0))
    expectEqual(StreamEvent<Int, any Error>.failure(Offline()), .failure(Offline()))
    #expect(StreamEvent<Int, any Error>.failure(Offline()) != .failure(CancellationError()))
    #expect(StreamEvent<Int, any Error>.failure(Offline()) != .finished)
  }

  @Test func failuresThatAreObjectsAreComparedByTheirContents() {
    let refused = StreamEvent<Int, Refused>.failure(Refused(1))
    expectEqual(refused, .failure(Refused(1)))
    #expect(refused != .failure(Refused(2)))
  }
}
