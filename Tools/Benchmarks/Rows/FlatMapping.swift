import Measuring

func flatMapping() -> [Row] {
  let sum = Sum()
  return [
    Row("flatMap of Just", goal: .faster(9, allocations: 0), loop: .flatMap) {
      end(source().flatMap { Just($0) }.sink { sum.add($0) })
    },
    Row("flatMap of Just, 1 at a time", goal: .faster(9, allocations: 0), loop: .flatMap) {
      end(source().flatMap(maxPublishers: .max(1)) { Just($0) }.sink { sum.add($0) })
    },
    Row("flatMap of erased Just", goal: .faster(8), loop: .flatMap) {
      end(source().flatMap { Just($0).eraseToAnyPublisher() }.sink { sum.add($0) })
    },
    Row("flatMap of sequences of 1", goal: .faster(8), loop: .flatMap) {
      end(source().flatMap { Publishers.Sequence<Range<Int>, Never>(sequence: $0..<$0 + 1) }.sink { sum.add($0) })
    },
    Row("flatMap of sequences of 100", goal: .faster(8), loop: .flatMap) {
      end(source(elements / 100).flatMap { _ in source(100) }.sink { sum.add($0) })
    },
    .prepared("flatMap of a subject", per: .delivery, goal: .faster(8, allocations: 0), loop: .sink) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = source(1).flatMap { _ in subject }.sink { sum.add($0) }
      return {
        for value in 0..<elements { subject.send(value) }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}
