import Measuring

/// Operators that remember something from value to value.
func state() -> [Row] {
  let sum = Sum()
  return [
    Row("scan", goal: .faster(30, allocations: 0), loop: .scan) {
      end(source().scan(0) { $0 &+ $1 }.sink { sum.add($0) })
    },
    Row("4 scans", goal: .faster(9, allocations: 0), loop: .fourScans) {
      let two = source().scan(0) { $0 &+ $1 }.scan(0) { $0 &+ $1 }
      end(two.scan(0) { $0 &+ $1 }.scan(0) { $0 &+ $1 }.sink { sum.add($0) })
    },
  ]
}
