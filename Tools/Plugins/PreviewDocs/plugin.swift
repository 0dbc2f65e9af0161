import Foundation
import PackagePlugin

/// `swift package preview-docs`: `docs build` for the package, with the same options.
@main struct PreviewDocs: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let docs = Process()
    docs.executableURL = try context.tool(named: "docs").url
    docs.arguments = ["build", "--root", context.package.directoryURL.path] + arguments
    docs.currentDirectoryURL = context.package.directoryURL
    try docs.run()
    docs.waitUntilExit()
    if docs.terminationStatus != 0 { Diagnostics.error("the site was not built") }
  }
}
