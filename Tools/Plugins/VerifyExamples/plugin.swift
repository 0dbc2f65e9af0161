import Foundation
import PackagePlugin

/// `swift package verify-examples`: `docs verify` for the package, with the same options.
@main struct VerifyExamples: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let docs = Process()
    docs.executableURL = try context.tool(named: "docs").url
    docs.arguments = ["verify", "--root", context.package.directoryURL.path] + arguments
    docs.currentDirectoryURL = context.package.directoryURL
    docs.environment = ProcessInfo.processInfo.environment
    docs.environment?["DOCS_COMMAND"] = "swift package verify-examples"
    try docs.run()
    docs.waitUntilExit()
    if docs.terminationStatus != 0 { Diagnostics.error("not every example is right") }
  }
}
