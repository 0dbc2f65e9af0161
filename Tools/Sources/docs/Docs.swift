import ArgumentParser
import Examples

/// The documentation tool of this repository.
@main
struct Docs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Builds the documentation, and holds its examples to what they print.",
    version: ToolVersion.number,
    subcommands: [
      BuildCommand.self, ServeCommand.self, VerifyCommand.self, UpdateCommand.self, SymbolsCommand.self,
      LinksCommand.self,
    ])
}
