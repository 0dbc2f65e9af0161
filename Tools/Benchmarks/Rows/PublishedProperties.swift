import Measuring

private final class Model {
  @Published var value = 0
}

func publishedProperties() -> [Row] {
  let sum = Sum()
  return [
    .prepared("@Published, 0 subscribers", per: .assignment, goal: .faster(50, allocations: 0), loop: .assign) {
      let model = Model()
      return { for value in 0..<elements { model.value = value } }
    },
    .prepared("@Published, 1 subscriber", per: .assignment, goal: .faster(9, allocations: 0), loop: .assignAndCall) {
      let model = Model()
      let sink = model.$value.sink { sum.add($0) }
      return {
        for value in 0..<elements { model.value = value }
        withExtendedLifetime(sink) {}
      }
    },
  ]
}
