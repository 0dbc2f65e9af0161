import ArgumentParser
import Foundation
import Site

/// `docs build`: renders a folder of Markdown as a site.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Renders a folder of Markdown as a static site.",
    discussion: """
      The order of the pages comes from SUMMARY.md in the folder, or from the folder itself when there is none. \
      Links, anchors and images are checked; nothing is written unless all is well.
      """)

  @Argument(help: "The folder of Markdown files.")
  var source = "Docs"

  @Option(name: .shortAndLong, help: "The folder to write the site to.")
  var output = ".build/site"

  func run() throws {
    let report = SiteBuilder(source: source, output: output).build()
    for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
    let errors = report.problems.count { $0.severity == .error }
    guard errors == 0 else {
      let noun = errors == 1 ? "error" : "errors"
      FileHandle.standardError.write(Data("\(errors) \(noun); the site was not written\n".utf8))
      throw ExitCode.failure
    }
    let pages = report.pages == 1 ? "1 page" : "\(report.pages) pages"
    print("\(pages), \(report.changedFiles) of \(report.files) files changed: \(output)/index.html")
  }
}
