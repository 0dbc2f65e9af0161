import Foundation
import StreamsTesting
import XCTest

/// XCTest runs these on the main thread.
final class WaitOnMainThreadTests: XCTestCase {
  func testWaitsReturnTheValuesOfAFinishedPublisher() throws {
    XCTAssertTrue(Thread.isMainThread)
    XCTAssertEqual(try [1, 2, 3].publisher.waitForCompletion(), [1, 2, 3])
    XCTAssertEqual(try Just(7).waitForFirstOutput(), 7)
  }

  func testWaitsRunTheMainRunLoop() throws {
    let values = try [1, 2].publisher.receive(on: DispatchQueue.main).waitForCompletion(timeout: 30)
    XCTAssertEqual(values, [1, 2])
  }

  func testWaitsReceiveValuesFromAnotherThread() throws {
    let values = try [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere")).waitForCompletion(
      timeout: .seconds(30))
    XCTAssertEqual(values, [1, 2])
  }

  func testFirstOutputOfASubjectIsItsCurrentValue() throws {
    let current = CurrentValueSubject<Int, Never>(0)
    current.value = 2
    XCTAssertEqual(try current.waitForFirstOutput(), 2)
  }
}
