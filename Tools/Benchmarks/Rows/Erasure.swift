import Measuring

func erasure() -> [Row] {
  let sum = Sum()
  return [
    Row("3 times eraseToAnyPublisher", goal: .faster(22, allocations: 0), loop: .mapFilterMap) {
      let first = source().map { $0 &* 3 }.eraseToAnyPublisher()
      let second = first.filter { $0 & 1 == 0 }.eraseToAnyPublisher()
      end(second.map { $0 &+ 1 }.eraseToAnyPublisher().sink { sum.add($0) })
    }
  ]
}
