import Foundation
import Streams
import Testing

struct BreakpointTests {
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
    expectEqual(log(publisher.breakpointOnError()), ["0..<2", "0", "1", "finished"])
    expectEqual(asked, ["0..<2", "0", "1", "finished"])
  }

  @Test func aPublisherThatKeepsItsSubscriberIsReleased() {
    weak var released: ManualPublisher<Int, Never>?
    do {
      let publisher = ManualPublisher<Int, Never>()
      released = publisher
      publisher.breakpoint(receiveOutput: { _ in false }).sink { _ in }.cancel()
      #expect(publisher.isCancelled)
    }
    #expect(released == nil)
  }

  @Test func theSubscriptionOfAPublisherOfOneValueIsShownBeforeASink() {
    var shown: [String] = []
    func look(_ subscription: any Subscription) -> Bool {
      shown.append("\(subscription)")
      return false
    }
    _ = Just(1).breakpoint(receiveSubscription: look).sink { _ in }
    _ = Optional(1).publisher.breakpoint(receiveSubscription: look).sink { _ in }
    _ = Result<Int, Never>.success(1).publisher.breakpoint(receiveSubscription: look).sink { _ in }
    _ = Just(1).breakpoint(receiveSubscription: look).filter { $0 > 1 }.setFailureType(to: TestError.self)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    _ = Just(1).eraseToAnyPublisher().breakpoint(receiveSubscription: look).eraseToAnyPublisher().sink { _ in }
    _ = Just(0).flatMap { Just($0).breakpoint(receiveSubscription: look) }.sink { _ in }
    expectEqual(shown, ["Just", "Optional", "Once", "Just", "Just", "Just"])
  }

  @Test func stopsWhereAClosureSaysSo() async {
    await #expect(processExitsWith: .failure) { _ = record(failable(0..<2).breakpoint(receiveOutput: { $0 == 1 })) }
    await #expect(processExitsWith: .failure) {
      _ = record(Fail<Int, TestError>(error: TestError()).breakpointOnError())
    }
  }

  /// Swift's backtracer catches the signal, and the program would go on.
  @Test func endsTheProgramThoughTheSignalIsCaught() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      signal(SIGTRAP) { _ in }
      _ = record(Just(1).breakpoint(receiveOutput: { _ in true }))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("breakpoint: a closure returned true, and no debugger is attached"))
  }
}
