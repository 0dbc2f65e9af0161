import ArgumentParser
import Examples
import Foundation
import Markdown
import Site
import WebLinks

/// `docs links`
struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Checks that the web pages to which the documents link exist.",
    discussion: """
      What is gone (404, 410) is an error. No answer, or one that may be another tomorrow, is only a warning. Answers \
      are kept for a week in .build/docs/links.json.
      """)

  @Argument(help: "The folder of Markdown files.")
  var source = "Docs"

  @Option(help: "The root of the repository, where results are kept.")
  var root: String?

  @Option(help: "How many seconds to wait for a response.")
  var timeout = 15.0

  @Flag(help: "Check every address again, even if it was checked within the last week.")
  var ignoreCache = false

  func run() async throws {
    let references = try SiteBuilder.webReferences(in: source)
    let root = RepositoryRoot.find(given: root, around: source)
    var checker = LinkChecker(cache: root + "/.build/docs/links.json")
    checker.timeout = timeout
    if ignoreCache { checker.lifetime = 0 }
    let verdicts = await checker.check(references.map(\.address))
    var counts = (works: 0, gone: 0, unsure: 0)
    for reference in references {
      var problem = reference.place
      switch verdicts[reference.address] {
      case .works: counts.works += 1
      case .gone(let status):
        counts.gone += 1
        problem.message = "this address no longer exists (status \(status))"
        print(problem)
      case .unsure(let reason):
        counts.unsure += 1
        problem.severity = .warning
        problem.message = "this address could not be checked: \(reason)"
        print(problem)
      case nil: break
      }
    }
    print("\(references.count) links: \(counts.works) work, \(counts.gone) gone, \(counts.unsure) unsure")
    if counts.gone > 0 { throw ExitCode.failure }
  }
}
