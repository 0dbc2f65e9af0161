import Measuring

func sharing() -> [Row] {
  let sum = Sum()
  return [
    Row("share", goal: .faster(9, allocations: 0), loop: .sink) {
      end(source().share().sink { sum.add($0) })
    },
    Row("multicast", goal: .faster(9, allocations: 0), loop: .sink) {
      end(source().multicast(subject: PassthroughSubject()).autoconnect().sink { sum.add($0) })
    },
    .prepared("share, subject to 2 sinks", per: .delivery, goal: .faster(9, allocations: 0), loop: .sinks(2)) {
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.share()
      let sinks = (0..<2).map { _ in shared.sink { sum.add($0) } }
      return {
        for value in 0..<(elements / 2) { subject.send(value) }
        withExtendedLifetime(sinks) {}
      }
    },
  ]
}
