import ArgumentParser
import Checking
import Examples
import Files
import Foundation
import Site

/// `docs symbols`
struct SymbolsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "symbols",
    abstract: "Extracts the public declarations of the packages, for the API reference of the site.")

  @Option(help: "The root of the repository. Default: the nearest folder with a .docs.json, else with a Package.swift.")
  var root: String?

  @OptionGroup var building: BuildOptions

  func run() async throws {
    let root = RepositoryRoot.find(given: root)
    let modules = try SiteBuilder.referenceModules(root: root)
    guard !modules.isEmpty else {
      throw ValidationError("“reference” in .docs.json names no modules")
    }
    var options = Verifier.Options()
    options.buildSystem = building.buildSystem?.rawValue
    options.progress = { ProgressLine.show($0) }
    let verifier = try Verifier(root: root, options: options)
    let isNew = try await Interruption.ending { try await verifier.writeSymbolGraphs(of: modules) }
    ProgressLine.clear()
    print("\(modules.count) modules, \(isNew ? "written again" : "unchanged")")
  }
}
