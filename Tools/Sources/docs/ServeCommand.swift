import ArgumentParser
import Examples
import Foundation
import Serve
import Site

/// `docs serve`: renders the site at every save and shows it on this machine.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the site on this machine and renders it again at each save.",
    discussion: "Open pages reload automatically. Errors in a page are also shown in the browser.")

  @OptionGroup var site: SiteOptions

  @Option(help: "The port to serve on; 0 takes any that is free.")
  var port: UInt16 = 8000

  func run() async throws {
    let reloads = Reloads()
    let server = try SiteServer(root: site.output, port: port, reloads: reloads)
    await rebuild(telling: reloads)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run { print("Serving \($0) until Ctrl-C") } }
        group.addTask { try await watch(telling: reloads) }
        try await group.next()
        group.cancelAll()
      }
    } catch let error as SiteServer.Unavailable {
      throw ValidationError("\(error)")
    }
  }

  private func watch(telling reloads: Reloads) async throws {
    var watch = FolderWatch([
      site.source, SavedResults.path(root: site.foundRoot), SymbolGraphs.folder(root: site.foundRoot),
      site.builder.settings,
    ])
    while true {
      try await watch.waitForChange()
      await rebuild(telling: reloads)
    }
  }

  private func rebuild(telling reloads: Reloads) async {
    let report = site.builder.build()
    let problems = report.problems.map(\.description)
    for problem in problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
    await reloads.publish(isChanged: report.changedFiles > 0, problems: problems)
  }
}
