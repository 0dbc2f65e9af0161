import ArgumentParser
import Ticking

/// Says how late real timers tick.
struct TickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ticks", abstract: "Measures how late the ticks of real timers come, and whether they drift.")

  @Option(help: "How many ticks.")
  var count = 10_000

  @Option(help: "The time from one to the next, in milliseconds.")
  var milliseconds = 1

  func validate() throws {
    guard count > 0, milliseconds > 0 else { throw ValidationError("--count and --milliseconds must be above zero.") }
  }

  func run() throws {
    print(Ticks.header)
    Ticks.measure(count: count, milliseconds: milliseconds) { say($0.row) }
  }
}
