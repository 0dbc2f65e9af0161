import Streams
import Testing

struct AssertNoFailureTests {
  @Test func passesTheSubscriptionValuesAndTheEndOn() {
    expectEqual(log(failable(0..<2).assertNoFailure("never")), ["0..<2", "0", "1", "finished"])
  }

  @Test func stopsWithTheError() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = record(Fail<Int, TestError>(error: TestError("broken")).assertNoFailure("here"))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("here: broken"))
  }
}
