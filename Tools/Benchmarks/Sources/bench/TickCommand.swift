import ArgumentParser
import Ticking

/// Says how late real timers tick.
struct TickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ticks", abstract: "Measures how late the ticks of real timers come, and whether they drift.")

  func run() throws {
    print(Ticks.header)
    Ticks.measure(count: 10_000, milliseconds: 1) { say($0.row) }
  }
}
