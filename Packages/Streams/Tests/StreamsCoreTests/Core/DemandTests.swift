import Foundation
import Streams
import Testing

struct DemandTests {
  private typealias Demand = Subscribers.Demand

  @Test func addsUpAndStopsAtUnlimited() {
    #expect(Demand.max(1) + .max(2) == .max(3))
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) + .none == .max(.max))
    #expect(Demand.max(.max) + .max(.max) == .unlimited)
    #expect(Demand.max(3) + 4 == .max(7))
    #expect(Demand.max(3) + -3 == .none)
    #expect(Demand.unlimited + -3 == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
    var demand = Demand.max(1)
    demand += .max(2)
    #expect(demand == .max(3))
    demand += 4
    #expect(demand == .max(7))
    demand += .unlimited
    #expect(demand == .unlimited)
  }

  @Test func subtractionStopsAtNoneAndKeepsUnlimited() {
    #expect(Demand.max(3) - .max(1) == .max(2))
    #expect(Demand.max(3) - .max(3) == .none)
    #expect(Demand.unlimited - .max(3) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.max(3) - .unlimited == .none)
    #expect(Demand.max(3) - 2 == .max(1))
    #expect(Demand.max(3) - -2 == .max(5))
    #expect(Demand.unlimited - 2 == .unlimited)
    #expect(Demand.max(.max) - -1 == .unlimited)
    var demand = Demand.max(7)
    demand -= .max(2)
    #expect(demand == .max(5))
    demand -= 4
    #expect(demand == .max(1))
  }

  @Test func multipliesUpToUnlimited() {
    #expect(Demand.max(3) * 4 == .max(12))
    #expect(Demand.max(3) * 0 == .none)
    #expect(Demand.none * -1 == .none)
    #expect(Demand.unlimited * 2 == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    var demand = Demand.max(2)
    demand *= 5
    #expect(demand == .max(10))
  }

  /// Every comparison of two demands that a program can write says what the numbers say.
  @Test func comparesAsNumbersDo() {
    let numbers = [0, 1, 2, Int.max]
    for left in numbers {
      for right in numbers {
        let (a, b) = (Demand.max(left), Demand.max(right))
        #expect((a < b) == (left < right))
        #expect((a <= b) == (left <= right))
        #expect((a > b) == (left > right))
        #expect((a >= b) == (left >= right))
        #expect((a == b) == (left == right))
        #expect((a < right) == (left < right))
        #expect((a <= right) == (left <= right))
        #expect((a > right) == (left > right))
        #expect((a >= right) == (left >= right))
        #expect((a == right) == (left == right))
        #expect((a != right) == (left != right))
        #expect((left < b) == (left < right))
        #expect((left <= b) == (left <= right))
        #expect((left > b) == (left > right))
        #expect((left >= b) == (left >= right))
        #expect((left == b) == (left == right))
        #expect((left != b) == (left != right))
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
    #expect([unlimited, .max(2), .none, .max(7)].sorted() == [.none, .max(2), .max(7), unlimited])
  }

  @Test func knowsItsNumberAndItsName() {
    #expect(Demand.max(3).max == 3)
    #expect(Demand.none.max == 0)
    #expect(Demand.unlimited.max == nil)
    #expect("\(Demand.max(3)) \(Demand.none) \(Demand.unlimited)" == "max(3) max(0) unlimited")
    #expect(Set([Demand.none, .max(0), .unlimited, .unlimited]).count == 2)
  }

  @Test func comesBackFromItsCode() throws {
    for demand in [Demand.none, .max(1), .max(.max), .unlimited] {
      let data = try JSONEncoder().encode([demand])
      #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
    }
    #expect(try JSONDecoder().decode([Demand].self, from: Data("[\(UInt.max)]".utf8)) == [.unlimited])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Demand].self, from: Data("[-1]".utf8)) }
  }
}
