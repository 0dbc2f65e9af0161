import ArgumentParser
import Checking

/// `docs verify` alone, without what renders a site: the plugin's program.
@main struct VerifyExamples: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift package verify-examples", abstract: VerifyCommand.configuration.abstract)

  @OptionGroup var verify: VerifyCommand

  func run() async throws { try await verify.run() }
}
