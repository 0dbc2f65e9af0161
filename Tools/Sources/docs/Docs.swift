import ArgumentParser
import Checking
import Examples

/// The documentation tool of this repository.
@main
struct Docs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Builds the documentation, and checks that its examples print what they document.",
    version: "1.0.0",
    subcommands: [BuildCommand.self, VerifyCommand.self, UpdateCommand.self])
}
