import Foundation

/// Compiles modules again whose code has changed and whose interface has not, with SwiftPM's own commands.
///
/// SwiftPM takes several times as long to look at its packages as the compiler does to compile one of them. Where
/// anything is not of the plainest kind (another module's interface, files added or removed, C, plugins, macros), this
/// does nothing, and SwiftPM builds.
struct ModuleRebuild {
  var library: Library
  var package: ProbePackage

  /// The library as it is now; nil when SwiftPM has to build it.
  func run() async throws -> Library? {
    let prints = library.folders.map { Fingerprint.of(files: [], folders: [$0]) }
    guard library.names == Fingerprint.ofNames(in: library.folders),
      library.filesPrint == Fingerprint.of(files: library.files, folders: []),
      library.objects.allSatisfy(Fingerprint.exists)
    else { return nil }
    let whole = Fingerprint.of(files: library.files, folders: library.folders)
    let changed = Set(zip(library.folders, zip(library.folderPrints, prints)).filter { $1.0 != $1.1 }.map(\.0))
    guard let modules = try modules(in: changed) else { return nil }
    StaleObjects.remove(of: modules)
    for module in modules {
      guard try await compile(module) else { return nil }
    }
    var rebuilt = library
    rebuilt.implementation = Fingerprint.ofContents(library.objects)
    rebuilt.folderPrints = prints
    rebuilt.fingerprint = whole
    return rebuilt
  }

  /// The steps that compile what lies in `folders`; nil when other steps read something there.
  private func modules(in folders: Set<String>) throws -> [BuildPlan.Step]? {
    let steps = try BuildPlan.steps(scratch: package.scratch)
    // A macro changes code that has not changed itself.
    guard !folders.isEmpty, !steps.contains(where: { $0.name.hasSuffix("-tool.module") }) else { return nil }
    let bookkeeping: Set = ["phony", "write-auxiliary-file", "package-structure-tool"]
    var modules: [BuildPlan.Step] = []
    var covered: Set<String> = []
    for step in steps where !bookkeeping.contains(step.tool) {
      let inputs = step.inputs.filter { folders.contains(Library.folder(of: $0)) }
      if inputs.isEmpty { continue }
      guard step.isModule, inputs.allSatisfy({ $0.hasSuffix(".swift") }) else { return nil }
      modules.append(step)
      covered.formUnion(inputs.map(Library.folder(of:)))
    }
    return covered == folders ? modules : nil
  }

  /// Whether the module compiles, and to the same interface as before.
  private func compile(_ module: BuildPlan.Step) async throws -> Bool {
    guard let flag = module.arguments.firstIndex(of: "-emit-module-path"), flag + 1 < module.arguments.count,
      let interface = FileManager.default.contents(atPath: module.arguments[flag + 1])
    else { return false }
    let result = try await Command(
      executable: module.arguments[0], arguments: Array(module.arguments.dropFirst()), directory: package.folder,
      output: package.folder + "/rebuild.log"
    ).run()
    return result.end == .exit(0)
      && FileManager.default.contents(atPath: module.arguments[flag + 1]) == interface
  }
}
