import Streams
import Testing

struct MapKeyPathTests {
  private struct Point {
    var x = 1
    var y = "y"
    var z = 2.5
  }

  @Test func followsOneTwoAndThreePaths() {
    let points = [Point(), Point(x: 2)].publisher.eraseToAnyPublisher()
    expectEqual(record(points.map(\.x)).values, [1, 2])
    expectEqual(record(points.map(\.x, \.y)).values.map { "\($0)" }, ["(1, \"y\")", "(2, \"y\")"])
    expectEqual(record(points.map(\.x, \.y, \.z)).values.map { "\($0)" }, ["(1, \"y\", 2.5)", "(2, \"y\", 2.5)"])
  }

  @Test func handsTheUpstreamsSubscriptionAndEndOn() {
    let upstream = ManualPublisher<Point, TestError>()
    let subscriber = record(upstream.map(\.x), .max(1))
    upstream.send(Point())
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Manual", "1", "failure(test error)"])
    expectEqual(upstream.log, ["request(max(1))"])
  }
}
