import Measuring
import StreamsExtras

/// Tasks that are started for values, and those that pass them on, beside those of plain Swift.
func awaiting() -> [Row] {
  let sum = Sum()
  return [
    Row("values of map(maxTasks: 4)", operations: awaits, goal: Goal(timesLoop: 1.5), loop: .childTasks) {
      waitOnOneProcessor { for await value in source(awaits).map(maxTasks: 4, { $0 }).values { sum.add(value) } }
    },
    // Each value is requested, and then passed on by another task: two changes of tasks, of which the loop has none.
    Row("values of a stream's publisher", operations: awaits, goal: Goal(timesLoop: 2.5), loop: .stream) {
      waitOnOneProcessor { for await value in yielded().publisher.values { sum.add(value) } }
    },
  ]
}
