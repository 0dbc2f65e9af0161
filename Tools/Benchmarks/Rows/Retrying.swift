import Measuring

private struct Mishap: Error {}

func retrying() -> [Row] {
  let sum = Sum()
  return [
    Row("retry, nothing fails", goal: .faster(9, allocations: 0), loop: .sink) {
      end(
        source().setFailureType(to: Mishap.self).retry(3).sink(
          receiveCompletion: { _ in }, receiveValue: { sum.add($0) }))
    },
    Row("catch, nothing fails", goal: .faster(9, allocations: 0), loop: .sink) {
      end(source().setFailureType(to: Mishap.self).catch { _ in Just(0) }.sink { sum.add($0) })
    },
  ]
}
