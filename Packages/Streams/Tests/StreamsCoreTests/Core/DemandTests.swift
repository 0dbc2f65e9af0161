import Foundation
import Streams
import Testing

struct DemandTests {
  private typealias Demand = Subscribers.Demand

  @Test func addsUpAndStopsAtUnlimited() {
    expectEqual(Demand.max(1) + .max(2), .max(3))
    expectEqual(Demand.max(1) + .unlimited, .unlimited)
    expectEqual(Demand.unlimited + .max(1), .unlimited)
    expectEqual(Demand.unlimited + .unlimited, .unlimited)
    expectEqual(Demand.max(.max) + .max(1), .unlimited)
    expectEqual(Demand.max(.max) + .none, .max(.max))
    expectEqual(Demand.max(.max) + .max(.max), .unlimited)
    expectEqual(Demand.max(3) + 4, .max(7))
    expectEqual(Demand.max(3) + -3, .none)
    expectEqual(Demand.unlimited + -3, .unlimited)
    expectEqual(Demand.max(.max) + 1, .unlimited)
    var demand = Demand.max(1)
    demand += .max(2)
    expectEqual(demand, .max(3))
    demand += 4
    expectEqual(demand, .max(7))
    demand += .unlimited
    expectEqual(demand, .unlimited)
  }

  @Test func subtractionStopsAtNoneAndKeepsUnlimited() {
    expectEqual(Demand.max(3) - .max(1), .max(2))
    expectEqual(Demand.max(3) - .max(3), .none)
    expectEqual(Demand.unlimited - .max(3), .unlimited)
    expectEqual(Demand.unlimited - .unlimited, .unlimited)
    expectEqual(Demand.max(3) - .unlimited, .none)
    expectEqual(Demand.max(3) - 2, .max(1))
    expectEqual(Demand.max(3) - -2, .max(5))
    expectEqual(Demand.unlimited - 2, .unlimited)
    expectEqual(Demand.max(.max) - -1, .unlimited)
    var demand = Demand.max(7)
    demand -= .max(2)
    expectEqual(demand, .max(5))
    demand -= 4
    expectEqual(demand, .max(1))
  }

  @Test func multipliesUpToUnlimited() {
    expectEqual(Demand.max(3) * 4, .max(12))
    expectEqual(Demand.max(3) * 0, .none)
    expectEqual(Demand.none * -1, .none)
    expectEqual(Demand.unlimited * 2, .unlimited)
    expectEqual(Demand.max(.max) * 2, .unlimited)
    var demand = Demand.max(2)
    demand *= 5
    expectEqual(demand, .max(10))
  }

  /// Every comparison of two demands that a program can write says what the numbers say.
  @Test func comparesAsNumbersDo() {
    let numbers = [0, 1, 2, Int.max]
    for left in numbers {
      for right in numbers {
        let (a, b) = (Demand.max(left), Demand.max(right))
        expectEqual(a < b, left < right)
        expectEqual(a <= b, left <= right)
        expectEqual(a > b, left > right)
        expectEqual(a >= b, left >= right)
        expectEqual(a == b, left == right)
        expectEqual(a < right, left < right)
        expectEqual(a <= right, left <= right)
        expectEqual(a > right, left > right)
        expectEqual(a >= right, left >= right)
        expectEqual(a == right, left == right)
        expectEqual(a != right, left != right)
        expectEqual(left < b, left < right)
        expectEqual(left <= b, left <= right)
        expectEqual(left > b, left > right)
        expectEqual(left >= b, left >= right)
        expectEqual(left == b, left == right)
        expectEqual(left != b, left != right)
      }
    }
  }

  @Test func nothingIsGreaterThanUnlimitedNorEqualToIt() {
    let unlimited = Demand.unlimited
    for number in [-1, 0, 1, Int.max] {
      #expect(!(unlimited < number))
      #expect(!(unlimited <= number))
      #expect(unlimited > number)
      #expect(unlimited >= number)
      #expect(!(unlimited == number))
      #expect(unlimited != number)
      #expect(number < unlimited)
      #expect(number <= unlimited)
      #expect(!(number > unlimited))
      #expect(!(number >= unlimited))
      #expect(!(number == unlimited))
      #expect(number != unlimited)
    }
    #expect(Demand.max(.max) < unlimited)
    #expect(unlimited <= unlimited)
    #expect(unlimited >= unlimited)
    #expect(!(unlimited < unlimited))
    expectEqual([unlimited, .max(2), .none, .max(7)].sorted(), [.none, .max(2), .max(7), unlimited])
  }

  @Test func knowsItsNumberAndItsName() {
    expectEqual(Demand.max(3).max, 3)
    expectEqual(Demand.none.max, 0)
    #expect(Demand.unlimited.max == nil)
    expectEqual("\(Demand.max(3)) \(Demand.none) \(Demand.unlimited)", "max(3) max(0) unlimited")
    expectEqual(Set([Demand.none, .max(0), .unlimited, .unlimited]).count, 2)
  }

  @Test func comesBackFromItsCode() throws {
    for demand in [Demand.none, .max(1), .max(.max), .unlimited] {
      let data = try JSONEncoder().encode([demand])
      try expectEqual(JSONDecoder().decode([Demand].self, from: data), [demand])
    }
    try expectEqual(JSONDecoder().decode([Demand].self, from: Data("[\(UInt.max)]".utf8)), [.unlimited])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Demand].self, from: Data("[-1]".utf8)) }
  }
}
