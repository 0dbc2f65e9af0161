import ArgumentParser

/// It has no options of its own: it would take those of a subcommand that have the same names.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures Waterclock.",
    subcommands: [
      RowsCommand.self, TickCommand.self, SendersCommand.self, CompileCommand.self, ToolsetCommand.self,
      ClientsCommand.self, DocsCommand.self, PageCommand.self, SettleCommand.self, TableCommand.self,
    ],
    defaultSubcommand: RowsCommand.self)
}
