import Streams
import Testing

struct FilterTests {
  @Test func sendsWhatMatches() {
    expectEqual(log(numbers(0..<6).tryFilter { $0 % 2 == 1 }), ["TryFilter", "1", "3", "5", "finished"])
  }

  @Test func filtersInARowAreOne() {
    let even = numbers(0..<20).filter { $0 % 2 == 0 }
    let six: Publishers.TryFilter = even.tryFilter { $0 % 3 == 0 }
    let twelve: Publishers.TryFilter = six.filter { $0 % 4 == 0 }.tryFilter { $0 > 0 }
    #expect(type(of: six.upstream) == type(of: even.upstream))
    #expect(type(of: twelve.upstream) == type(of: even.upstream))
    expectEqual(record(twelve).values, [12])
  }
}
