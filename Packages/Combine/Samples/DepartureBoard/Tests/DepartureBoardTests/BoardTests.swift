import Combine
import DepartureBoard
import Dispatch
import Schedulers
import XCTest

final class BoardTests: XCTestCase {
  typealias State = Board<TestSchedulerOf<DispatchQueue>>.State

  let scheduler = DispatchQueue.test
  let server = Server()
  let center = NotificationCenter()
  let harbour = Station(id: "7", name: "Harbour")
  let noon = ISO8601DateFormatter().date(from: "2026-01-01T12:00:00Z")!
  let two = Server.Answer.json(
    """
    [{"line": "12", "destination": "East", "planned": "2026-01-01T12:05:00Z", "delay": 0},
     {"line": "3", "destination": "Park", "planned": "2026-01-01T12:00:00Z", "delay": 120}]
    """)

  var departures: [Departure] {
    [
      Departure(line: "3", destination: "Park", planned: noon, delay: 120),
      Departure(line: "12", destination: "East", planned: noon + 300),
    ]
  }

  func makeBoard() -> Board<TestSchedulerOf<DispatchQueue>> {
    Board(api: server.api, scheduler: scheduler, interval: .seconds(30), center: center)
  }

  func testLoadsAndRefreshesAtAnInterval() {
    server.answers = [two, .json("[]")]
    let board = makeBoard()
    board.show(harbour)
    XCTAssertEqual(board.state, .loading(harbour))
    scheduler.advance()
    XCTAssertEqual(board.state, .shown(harbour, departures))
    scheduler.advance(by: .seconds(29))
    XCTAssertEqual(server.requests.count, 1)
    scheduler.advance(by: .seconds(1))
    XCTAssertEqual(board.state, .shown(harbour, []))
    XCTAssertEqual(server.requests, ["departures?station=7", "departures?station=7"])
  }

  func testKeepsWhatWasShownWhenTheServerFails() {
    server.answers = [two, .status(503), .status(503), .status(503), two]
    let board = makeBoard()
    board.show(harbour)
    scheduler.advance(by: .seconds(30))
    XCTAssertEqual(server.requests.count, 2)
    scheduler.advance(by: .seconds(1))
    XCTAssertEqual(server.requests.count, 3)
    scheduler.advance(by: .seconds(2))
    XCTAssertEqual(board.state, .stale(harbour, departures, .server(status: 503)))
    scheduler.advance(by: .seconds(27))
    XCTAssertEqual(board.state, .shown(harbour, departures))
  }

  func testARefreshBeginsTheIntervalAnew() {
    server.answers = [two, two, two]
    let board = makeBoard()
    board.show(harbour)
    scheduler.advance(by: .seconds(20))
    board.refresh()
    XCTAssertEqual(server.requests.count, 2)
    scheduler.advance(by: .seconds(29))
    XCTAssertEqual(server.requests.count, 2)
    scheduler.advance(by: .seconds(1))
    XCTAssertEqual(server.requests.count, 3)
  }

  func testAnotherStationEndsTheRequestsOfTheFirst() {
    server.answers = [two, two, two]
    let board = makeBoard()
    board.show(harbour)
    scheduler.advance()
    board.show(Station(id: "8", name: "Market"))
    scheduler.advance(by: .seconds(30))
    XCTAssertEqual(server.requests, ["departures?station=7", "departures?station=8", "departures?station=8"])
  }

  func testAnUnknownStationIsNotTriedAgain() {
    server.answers = [.status(404)]
    let board = makeBoard()
    board.show(harbour)
    scheduler.advance(by: .seconds(10))
    XCTAssertEqual(board.state, .stale(harbour, [], .unknownStation))
    XCTAssertEqual(server.requests.count, 1)
  }

  func testChangesArePostedAndRendered() {
    server.answers = [two]
    let rendering = Rendering(timeZone: TimeZone(identifier: "UTC")!)
    var texts: [String] = []
    let posts = center.publisher(for: .boardDidChange)
      .compactMap { $0.userInfo?["state"] as? State }
      .sink { texts.append(rendering.text($0)) }
    let board = makeBoard()
    board.show(harbour)
    scheduler.advance()
    XCTAssertEqual(texts, ["Harbour\n  ...", "Harbour\n  12:00 +2  3     Park\n  12:05  12    East"])
    XCTAssertEqual(board.updates, 2)
    posts.cancel()
  }

  func testNothingIsAskedForWhenTheBoardIsGone() {
    server.answers = [two, two]
    var board: Board? = makeBoard()
    weak let gone = board
    board?.show(harbour)
    scheduler.advance()
    board = nil
    XCTAssertNil(gone)
    scheduler.advance(by: .seconds(120))
    XCTAssertEqual(server.requests.count, 1)
  }
}
