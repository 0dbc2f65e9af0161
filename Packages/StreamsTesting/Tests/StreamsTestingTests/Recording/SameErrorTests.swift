import StreamsTesting
import Testing

private final class Refused: Error {
  let code: Int
  init(_ code: Int) { self.code = code }
}

struct SameErrorTests {
  @Test func failuresThatAreObjectsAreComparedByTheirContents() {
    let refused = StreamEvent<Int, Refused>.failure(Refused(1))
    #expect(refused == .failure(Refused(1)))
    #expect(refused != .failure(Refused(2)))
  }
}
