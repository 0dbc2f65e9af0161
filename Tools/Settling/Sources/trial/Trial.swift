import Foundation
import Schedulers

/// `trial WORK PLACE WAY [RUNS] [AT-ONCE] [BUSY]`: prints how many of the runs have failed, and the time of one in
/// nanoseconds. One run if nothing is said.
@main enum Trial {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst(3).map { Int($0) }
    guard
      arguments.count >= 3, !numbers.contains(nil), let work = Work(rawValue: arguments[1]),
      let place = Place(rawValue: arguments[2]), let way = Way(rawValue: arguments[3])
    else { fatalError("trial WORK PLACE WAY [RUNS] [AT-ONCE] [BUSY]") }
    let runs = numbers.first ?? 1
    let atOnce = numbers.dropFirst().first ?? 1
    let busy = numbers.dropFirst(2).first ?? 0
    Task.detached {
      for _ in 0..<(busy ?? 0) { Task.detached { while true { compute(milliseconds: 2); await Task.yield() } } }
      let start = ContinuousClock.now
      let failures = await count(runs ?? 1, atOnce: atOnce ?? 1) { await settles(work, place, way) }
      let duration = (ContinuousClock.now - start) / (runs ?? 1)
      print(failures, Int(duration / .nanoseconds(1)))
      exit(0)
    }
    dispatchMain()
  }

  /// How often the body fails.
  private static func count(_ runs: Int, atOnce: Int, _ body: @escaping @Sendable () async -> Bool) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      var failures = 0
      for run in 0..<runs {
        if run >= atOnce, await group.next() == false { failures += 1 }
        group.addTask { await body() }
      }
      for await settled in group where !settled { failures += 1 }
      return failures
    }
  }
}
