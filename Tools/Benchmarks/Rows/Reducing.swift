import Measuring

func reducing() -> [Row] {
  let sum = Sum()
  return [
    Row("reduce", goal: .faster(40, allocations: 0), loop: .reduce) {
      end(source().reduce(0) { $0 &+ $1 }.sink { sum.add($0) })
    },
    Row("collect(100)", goal: .faster(15, allocations: 0.01), loop: .collect(100)) {
      end(source().collect(100).sink { sum.add($0.count) })
    },
  ]
}
