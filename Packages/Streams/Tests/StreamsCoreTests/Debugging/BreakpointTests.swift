import Streams
import Testing

@Suite struct BreakpointTests {
  @Test func passesEverythingOnWhenNothingStopsIt() {
    var asked: [String] = []
    let publisher = failable(0..<2).breakpoint(
      receiveSubscription: {
        asked.append("\($0)")
        return false
      },
      receiveOutput: {
        asked.append("\($0)")
        return false
      },
      receiveCompletion: {
        asked.append("\($0)")
        return false
      })
    #expect(log(publisher.breakpointOnError()) == ["0..<2", "0", "1", "finished"])
    #expect(asked == ["0..<2", "0", "1", "finished"])
  }

  @Test func stopsWhereAClosureSaysSo() async {
    await #expect(processExitsWith: .failure) { _ = record(failable(0..<2).breakpoint(receiveOutput: { $0 == 1 })) }
    await #expect(processExitsWith: .failure) {
      _ = record(Fail<Int, TestError>(error: TestError()).breakpointOnError())
    }
  }

  @Test func showsItself() {
    let upstream = Portraitist<Int, TestError>()
    _ = record(upstream.breakpointOnError())
    #expect(upstream.portraits == ["Breakpoint()"])
  }
}
