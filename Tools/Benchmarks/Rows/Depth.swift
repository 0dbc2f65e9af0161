import Measuring

/// Chains from short to long: a further operator must not cost more than the ones before.
func depth() -> [Row] {
  let sum = Sum()
  return [
    Row("1 map", goal: .faster(28, allocations: 0), loop: .maps(1)) {
      end(source().plus(1).sink { sum.add($0) })
    },
    Row("2 maps", goal: .faster(20, allocations: 0), loop: .maps(2)) {
      end(source().plus(1).plus(2).sink { sum.add($0) })
    },
    Row("3 maps", goal: .faster(20, allocations: 0), loop: .maps(3)) {
      end(source().plus(1).plus(2).plus(3).sink { sum.add($0) })
    },
    Row("5 maps", goal: .faster(9, allocations: 0), loop: .maps(5)) {
      end(source().fivePlus().sink { sum.add($0) })
    },
    Row("10 maps", goal: .faster(9, allocations: 0), loop: .maps(10)) {
      end(source().fivePlus().fivePlus().sink { sum.add($0) })
    },
    Row("20 maps", goal: Goal(allocations: 0), loop: .maps(20)) {
      end(source().fivePlus().fivePlus().fivePlus().fivePlus().sink { sum.add($0) })
    },
    Row("50 maps", goal: Goal(allocations: 0), loop: .maps(50)) {
      let twenty = source().fivePlus().fivePlus().fivePlus().fivePlus()
      let forty = twenty.fivePlus().fivePlus().fivePlus().fivePlus()
      end(forty.fivePlus().fivePlus().sink { sum.add($0) })
    },
    Row("10 maps, fused", goal: .faster(80, allocations: 0), loop: .maps(10)) {
      let four = source().map { $0 &+ 1 }.map { $0 &+ 2 }.map { $0 &+ 3 }.map { $0 &+ 4 }
      let seven = four.map { $0 &+ 5 }.map { $0 &+ 6 }.map { $0 &+ 7 }
      end(seven.map { $0 &+ 8 }.map { $0 &+ 9 }.map { $0 &+ 10 }.sink { sum.add($0) })
    },
    Row("5 times map.filter", goal: .faster(9, allocations: 0), loop: .mapsAndFilters(5)) {
      let two = source().plus(0).positive().plus(1).positive()
      let four = two.plus(2).positive().plus(3).positive()
      end(four.plus(4).positive().sink { sum.add($0) })
    },
  ]
}

extension Publisher where Output == Int {
  /// A map that is not fused with the one before.
  @inline(__always) func plus(_ summand: Int) -> Publishers.Map<Self, Int> {
    Publishers.Map(upstream: self) { $0 &+ summand }
  }

  @inline(__always) func positive() -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self) { $0 >= 0 }
  }

  @inline(__always) func fivePlus() -> FiveMaps<Self> {
    plus(1).plus(2).plus(3).plus(4).plus(5)
  }
}

typealias FiveMaps<Upstream: Publisher> = Publishers.Map<
  Publishers.Map<Publishers.Map<Publishers.Map<Publishers.Map<Upstream, Int>, Int>, Int>, Int>, Int
>
