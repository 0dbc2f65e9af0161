import ArgumentParser
import Examples
import Foundation
import Pages
import Site

/// `docs build`: renders a folder of Markdown as a site.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Renders a folder of Markdown as a static site.",
    discussion: """
      The order of the pages comes from SUMMARY.md in the folder, or from the folder itself when there is none. \
      Links, anchors and images are checked; nothing is written unless all is well. Outputs that “docs verify” found \
      right are marked as checked.
      """)

  @OptionGroup var site: SiteOptions

  func run() throws {
    // A file that may not grow any more is an error to report, not a reason to be killed.
    signal(SIGXFSZ, SIG_IGN)
    let report = site.builder.build()
    for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
    let errors = report.problems.count { $0.severity == .error }
    guard errors == 0 else {
      let noun = errors == 1 ? "error" : "errors"
      FileHandle.standardError.write(Data("\(errors) \(noun); the site was not written\n".utf8))
      throw ExitCode.failure
    }
    let pages = report.pages == 1 ? "1 page" : "\(report.pages) pages"
    print("\(pages), \(report.changedFiles) of \(report.files) files changed: \(site.output)/index.html")
  }
}

/// The options of every command that makes a site.
struct SiteOptions: ParsableArguments {
  @Argument(help: "The folder of Markdown files.")
  var source = "Docs"

  @Option(name: .shortAndLong, help: "The folder to write the site to.")
  var output = ".build-site"

  @Option(help: "The root of the repository, where “docs verify” keeps what it found.")
  var root: String?

  /// The resolved root.
  var foundRoot: String { RepositoryRoot.find(given: root, around: source) }

  @Flag(help: "Report dead links and anchors as warnings, and write the site anyway.")
  var warnLinks = false

  var builder: SiteBuilder {
    var builder = SiteBuilder(
      source: source, output: output, examples: examples, symbols: SymbolGraphs.folder(root: foundRoot))
    builder.warnsOfLinks = warnLinks
    return builder
  }

  /// Results are read only when a page is rendered.
  private var examples: CheckedExamples {
    let root = foundRoot
    guard let key = SavedResults.fingerprint(root: root) else { return CheckedExamples() }
    let results = Lazy {
      let results = SavedResults(root: root) ?? SavedResults()
      return (results: results, probes: results.currentProbes(root: root))
    }
    return CheckedExamples(compiler: "Swift \(key.swiftVersion)") { document, path in
      let (results, probes) = results.value
      guard let file = RepositoryRoot.path(of: path, from: root) else { return CheckedExamples.Found() }
      return SiteOptions.found(results.checkedExamples(in: document, file: file, probes: probes))
    } foundInSource: { source, path in
      let (results, probes) = results.value
      guard let file = RepositoryRoot.path(of: path, from: root) else { return CheckedExamples.Found() }
      return SiteOptions.found(results.checkedExamples(inSource: source, file: file, probes: probes))
    }
  }

  private static func found(_ checked: SavedResults.Checked) -> CheckedExamples.Found {
    CheckedExamples.Found(outputs: checked.outputs, diagrams: checked.diagrams, verified: checked.verified)
  }
}
