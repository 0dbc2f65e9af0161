import Foundation
import PackagePlugin

/// `swift package verify-examples`: `docs verify` for the package, with the same options.
@main struct VerifyExamples: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "verify-examples").url
    tool.arguments = ["--root", context.package.directoryURL.path] + arguments
    tool.currentDirectoryURL = context.package.directoryURL
    tool.environment = ProcessInfo.processInfo.environment
    tool.environment?["DOCS_LOCKED"] = context.pluginWorkDirectoryURL.path
    tool.environment?["DOCS_COMMAND"] = "swift package verify-examples"
    try tool.run()
    tool.waitUntilExit()
    if tool.terminationStatus != 0 { Diagnostics.error("not every example is right") }
  }
}
