import Foundation
import Streams
import Testing

private struct Point: Codable, Equatable {
  var x: Int
  var y: Int
}

struct CodersTests {
  private let point = Point(x: 1, y: 2)

  /// Goes through the protocols only.
  private func roundTrip<E: TopLevelEncoder, D: TopLevelDecoder>(_ encoder: E, _ decoder: D) throws -> Point
  where E.Output == D.Input, E.Output == Data {
    try decoder.decode(Point.self, from: encoder.encode(point))
  }

  @Test func jsonRoundTrips() throws { try expectEqual(roundTrip(JSONEncoder(), JSONDecoder()), point) }

  @Test func propertyListsRoundTrip() throws {
    try expectEqual(roundTrip(PropertyListEncoder(), PropertyListDecoder()), point)
  }
}
