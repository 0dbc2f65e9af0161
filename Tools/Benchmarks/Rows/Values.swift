import Measuring

func values() -> [Row] {
  let sum = Sum()
  return [
    Row("sequence to sink", goal: .faster(50, allocations: 0, overLoop: 6), loop: .sink) {
      end(source().sink { sum.add($0) })
    },
    Row("map.filter.map", goal: .faster(28, allocations: 0), loop: .mapFilterMap) {
      end(source().map { $0 &* 3 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }.sink { sum.add($0) })
    },
    Row("compactMap", goal: .faster(30, allocations: 0), loop: .compactMap) {
      end(source().compactMap { $0 & 1 == 0 ? $0 : nil }.sink { sum.add($0) })
    },
    Row("tryMap", goal: .faster(28, allocations: 0), loop: .tryMap) {
      end(source().tryMap { $0 &+ 1 }.sink(receiveCompletion: { _ in }, receiveValue: { sum.add($0) }))
    },
    Row("four tryMaps", goal: .faster(9, allocations: 0), loop: .fourTryMaps) {
      let two = source().tryMap { $0 &+ 1 }.tryMap { $0 &+ 2 }
      let four = two.tryMap { $0 &+ 3 }.tryMap { $0 &+ 4 }
      end(four.sink(receiveCompletion: { _ in }, receiveValue: { sum.add($0) }))
    },
  ]
}
