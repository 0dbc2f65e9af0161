import Measuring

func selecting() -> [Row] {
  let sum = Sum()
  return [
    Row("prefix", goal: .faster(30, allocations: 0), loop: .sink) {
      end(source().prefix(Int.max).sink { sum.add($0) })
    },
    Row("dropFirst", goal: .faster(30, allocations: 0), loop: .sink) {
      end(source().dropFirst(10).sink { sum.add($0) })
    },
    Row("prefix(while:)", goal: .faster(30, allocations: 0), loop: .prefixWhile) {
      end(source().prefix(while: { $0 >= 0 }).sink { sum.add($0) })
    },
  ]
}
