import StreamsTesting
import Testing
import XCTest

// These fail: Scripts/check-packages looks for their pages.

@Test func aStreamThatDiffers() {
  let scheduler = VirtualTimeScheduler()
  scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|")
}

@Test(.leakCheck()) func aStreamThatIsRight() {
  let scheduler = VirtualTimeScheduler()
  scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-1|")
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
