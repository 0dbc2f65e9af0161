import Combine
import DepartureBoard
import Dispatch
import Schedulers
import XCTest

final class StationSearchTests: XCTestCase {
  let scheduler = DispatchQueue.test
  let server = Server()

  func testOneRequestWhenTypingPauses() {
    server.answers = [.json(#"[{"id": "7", "name": "Harbour"}]"#)]
    let search = StationSearch(api: server.api, scheduler: scheduler)
    for text in ["h", "ha", "har"] {
      search.text = text
      scheduler.advance(by: .milliseconds(299))
    }
    XCTAssertEqual(server.requests, [])
    scheduler.advance(by: .milliseconds(1))
    XCTAssertEqual(server.requests, ["stations?name=har"])
    XCTAssertEqual(search.stations, [Station(id: "7", name: "Harbour")])
  }

  func testTooShortATextEmptiesTheList() {
    server.answers = [.json(#"[{"id": "7", "name": "Harbour"}]"#)]
    let search = StationSearch(api: server.api, scheduler: scheduler)
    search.text = "ha"
    scheduler.advance(by: .milliseconds(300))
    search.text = "h"
    scheduler.advance(by: .milliseconds(300))
    XCTAssertEqual(search.stations, [])
    XCTAssertEqual(server.requests.count, 1)
  }

  func testAFailureIsTriedAgainAndThenShown() {
    let search = StationSearch(api: server.api, scheduler: scheduler)
    search.text = "harbour"
    scheduler.advance(by: .milliseconds(300))
    XCTAssertEqual(server.requests.count, 1)
    XCTAssertNil(search.message)
    scheduler.advance(by: .seconds(1))
    XCTAssertEqual(server.requests.count, 2)
    XCTAssertEqual(search.message, "No connection")
    server.answers = [.json("[]")]
    search.text = "harbour east"
    scheduler.advance(by: .milliseconds(300))
    XCTAssertNil(search.message)
  }
}
