import ArgumentParser
import Checking
import Examples
import Files
import Foundation
import Markdown
import Site

/// `docs build`: renders a folder of Markdown as a site.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Renders a folder of Markdown as a static site.",
    discussion: """
      The order of the pages comes from SUMMARY.md in the folder, or from the folder itself when there is none. \
      Links, anchors and images are checked; nothing is written unless all is well. Outputs that “docs verify” found \
      right are marked as checked.
      """)

  @Argument(
    help: "The folder of Markdown. Default: “Docs”, “docs” or “Documentation”, else what “verify” reads.")
  var source: String?

  @Option(name: .shortAndLong, help: "The folder to write the site to.")
  var output = ".build/docs/site"

  @Option(help: "The root of the repository, where “docs verify” keeps what it found.")
  var root: String?

  @Flag(help: "Report dead links and anchors as warnings, and write the site anyway.")
  var warnLinks = false

  @Flag(help: "Build again after each save. Pages that are open in a browser reload, also from disk.")
  var watch = false

  func run() async throws {
    // A file that may not grow any more is an error to report, not a reason to be killed.
    signal(SIGXFSZ, SIG_IGN)
    if watch { try await buildForEver() }
    let report = try build()
    let errors = report.problems.count { $0.severity == .error }
    guard errors == 0 else {
      let noun = errors == 1 ? "error" : "errors"
      FileHandle.standardError.write(Data("\(errors) \(noun); the site was not written\n".utf8))
      throw ExitCode.failure
    }
    let pages = report.pages == 1 ? "1 page" : "\(report.pages) pages"
    print("\(pages), \(report.changedFiles) of \(report.files) files changed: \(output)/index.html")
  }

  private func buildForEver() async throws -> Never {
    var script = LiveScript(output: output)
    var watch = FolderWatch([
      folder, SavedResults.path(root: foundRoot), SymbolGraphs.folder(root: foundRoot),
      "\(foundRoot)/\(RepositoryRoot.settings)",
    ])
    print("Watching \(folder) until Ctrl-C: \(output)/index.html")
    while true {
      do {
        try script.publish(build())
      } catch let error as VerifierError {
        // Settings that are just being written are read again when they are saved.
        FileHandle.standardError.write(Data("\(error)\n".utf8))
      }
      try await watch.waitForChange()
    }
  }

  private func build() throws -> SiteBuilder.Report {
    let report = try builder().build()
    for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".visible.utf8)) }
    return report
  }

  private var folder: String {
    let folders = ["Docs", "docs", "Documentation"]
    return source ?? folders.first { FileStamp.exists($0) } ?? "."
  }

  /// The resolved root.
  private var foundRoot: String { RepositoryRoot.find(given: root, around: folder) }

  private func builder() throws -> SiteBuilder {
    let examples = SavedResults(root: foundRoot)
    var builder = SiteBuilder(
      source: folder, output: output, root: foundRoot, examples: examples ?? SavedResults(),
      symbols: SymbolGraphs.folder(root: foundRoot))
    builder.areExamplesCurrent = examples?.areCurrent(root: foundRoot) ?? false
    if source == nil, folder == "." { builder.documents = try Verifier(root: ".").documents }
    builder.warnsOfLinks = warnLinks
    builder.isWatched = watch
    return builder
  }
}
