import Foundation
import Schedulers

/// `trial WORK PLACE [RUNS] [AT-ONCE]`: prints how many of the runs have failed, and the time of one in nanoseconds. One
/// run if nothing is said.
@main enum Trial {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    guard
      arguments.count >= 2, numbers.count == arguments.count - 2, let work = Work(rawValue: arguments[1]),
      let place = Place(rawValue: arguments[2])
    else { fatalError("trial WORK PLACE [RUNS] [AT-ONCE]") }
    let runs = numbers.first ?? 1
    let atOnce = numbers.dropFirst().first ?? 1
    Task.detached {
      let start = ContinuousClock.now
      let failures = await count(runs, atOnce: atOnce) { await settles(work, place) }
      let duration = (ContinuousClock.now - start) / runs
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
