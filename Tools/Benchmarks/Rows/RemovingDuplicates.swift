import Measuring

func removingDuplicates() -> [Row] {
  let sum = Sum()
  return [
    Row("removeDuplicates", goal: .faster(50, allocations: 0), loop: .removeDuplicates) {
      end(source().removeDuplicates().sink { sum.add($0) })
    }
  ]
}
