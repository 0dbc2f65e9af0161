import Measuring

func zipping() -> [Row] {
  let sum = Sum()
  return [
    Row("zip", goal: .faster(9, allocations: 0), loop: .zip) {
      end(source().zip(source()).sink { sum.add($0 &+ $1) })
    },
    .prepared("zip of 2 subjects", goal: .faster(9, allocations: 0), loop: .zip) {
      let first = PassthroughSubject<Int, Never>()
      let second = PassthroughSubject<Int, Never>()
      let sink = first.zip(second).sink { sum.add($0 &+ $1) }
      return {
        for value in 0..<elements {
          first.send(value)
          second.send(value)
        }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}
