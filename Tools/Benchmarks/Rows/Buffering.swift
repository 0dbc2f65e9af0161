import Measuring

func buffering() -> [Row] {
  let sum = Sum()
  return [
    Row("buffer", goal: .faster(9, allocations: 0), loop: .sink) {
      end(source().buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest).sink { sum.add($0) })
    },
    Row("buffer, by request", goal: .faster(9, allocations: 0), loop: .sink) {
      end(source().buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest).sink { sum.add($0) })
    },
  ]
}
