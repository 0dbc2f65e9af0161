import ArgumentParser
import Measuring
import Schedulers

/// Shows that a timeline bears very much.
struct PendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending",
    abstract: "Schedules ten million actions on one timeline, cancels a part, and runs the rest.")

  @Option(help: "How many actions.")
  var count = 10_000_000

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be above zero.") }
  }

  func run() throws {
    let timeline = Timeline("many")
    let sum = Sum()
    var state: UInt64 = 42
    func step(_ name: String, _ count: Int, _ body: () -> Void) {
      let start = cpuTime()
      body()
      print("\(name) \(count): \((cpuTime() - start) / UInt64(max(1, count))) ns of processor time each")
    }
    var tokens: [Timeline.Token] = []
    step("schedule", count) {
      for index in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let token = timeline.schedule(at: .init(nanoseconds: Int64(state >> 34))) { sum.add(1) }
        if index % 10 == 0 { tokens.append(token) }
      }
    }
    let cancelled = tokens.count
    step("cancel", cancelled) {
      for token in tokens { token.cancel() }
      tokens = []
    }
    guard timeline.pendingCount == count - cancelled else {
      throw ValidationError("\(timeline.pendingCount) are pending, not \(count - cancelled).")
    }
    step("run", count - cancelled) { timeline.run() }
    guard sum.value == count - cancelled, timeline.pendingCount == 0 else {
      throw ValidationError("\(sum.value) have run, not \(count - cancelled).")
    }
  }
}
