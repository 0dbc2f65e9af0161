import Foundation
import XCTest

@testable import PressRoom

#if canImport(XCTestAdditions)
  import XCTestAdditions
#endif

final class PressRoomTests: XCTestCase {
  func testBooksAreCounted() {
    let center = NotificationCenter()
    let room = PressRoom(center: center)
    center.post(name: .bookPrinted, object: "Tides")
    XCTAssertEqual(room.printed, ["Tides"])
  }

  func testPublishersAreOfThePress() throws {
    let room = PressRoom()
    room.add("Harbour", at: try XCTUnwrap(URL(string: "https://harbour.example")))
    XCTAssertEqual(room.publishers.map(\.name), ["Harbour"])
  }

  func testTheCatalogueIsRequestedWithAHeader() throws {
    let catalogue = PressRoom.catalogue(of: "Harbour", at: try XCTUnwrap(URL(string: "https://harbour.example")))
    XCTAssertEqual(catalogue.request.value(forHTTPHeaderField: "X-Publisher"), "Harbour")
  }

  func testAPublisherAddedTwiceIsListedOnce() throws {
    let room = PressRoom()
    let address = try XCTUnwrap(URL(string: "https://harbour.example"))
    for _ in 1...2 { room.add("Harbour", at: address) }
    XCTExpectFailure("publishers are not compared yet") {
      XCTAssertEqual(room.publishers.count, 1)
    }
  }
}
