import Measuring

func switching() -> [Row] {
  let sum = Sum()
  return [
    Row("switchToLatest of Just", goal: .faster(9), loop: .flatMap) {
      end(source().map { Just($0) }.switchToLatest().sink { sum.add($0) })
    },
    .prepared("switchToLatest of a subject", per: .delivery, goal: .faster(8, allocations: 0), loop: .sink) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = source(1).map { _ in subject }.switchToLatest().sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}
