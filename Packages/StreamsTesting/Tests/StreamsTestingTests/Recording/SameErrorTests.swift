import StreamsTestingTraits
import Testing

private final class Refused: Error {
  let code: Int
  init(_ code: Int) { self.code = code }
}

struct SameErrorTests {
  @Test func contentsOfObjectsCount() {
    let refused = Refused(1)
    #expect(sameError(refused, refused))
    #expect(sameError(refused, Refused(1)))
    #expect(!sameError(refused, Refused(2)))
  }
}
