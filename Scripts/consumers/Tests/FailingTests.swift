import StreamsTesting
import Testing
import XCTest

// These fail: Scripts/check-packages looks for their pages.

@Test func aStreamThatDiffers() {
  let scheduler = VirtualTimeScheduler()
  scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
}

@Test func aStreamThatIsRight() {
  let scheduler = VirtualTimeScheduler()
  scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
}

@Test func anOrderThatFails() {
  exploreOrders(yields: 2) { timeline in
    var last = 0
    for number in 1...2 { timeline.schedule(in: .seconds(1)) { last = number } }
    timeline.run()
    return last
  }
}

@Test func aFailureOutsideOfTheTest() async {
  await Task.detached {
    let scheduler = VirtualTimeScheduler()
    scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
  }.value
}

final class OlderTests: XCTestCase {
  func testAStreamThatDiffers() {
    let scheduler = VirtualTimeScheduler()
    scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
  }
}
