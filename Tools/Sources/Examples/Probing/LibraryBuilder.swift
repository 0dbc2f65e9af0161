import Files
import Foundation

/// Builds probes with SwiftPM, and remembers what it built.
struct LibraryBuilder: Sendable {
  var root: String
  /// The folder that all probes lie in.
  var folder: String
  var toolchain: Toolchain

  /// The library of `probe`, rebuilt only if one of its inputs has changed.
  ///
  /// - Throws: `VerifierError` when the documented packages do not build.
  func library(for probe: Configuration.Probe) async throws -> (library: Library, wasBuilt: Bool) {
    // SwiftPM knows packages by their folders' names, so this one must not be that of a documented package.
    let package = ProbePackage(probe: probe, root: root, folder: "\(folder)/docs-probe-\(probe.name)")
    try package.write()
    let record = package.folder + "/library.json"
    let old = FileManager.default.contents(atPath: record)
      .flatMap { try? JSONDecoder().decode(Library.self, from: $0) }
    if let old, old.isCurrent { return (old, false) }
    // SwiftPM plans again if the root package has changed, but not for a new file in another local package.
    utimes(package.folder + "/Package.swift", nil)
    let start = Date()
    // The state after a failed build is unknown.
    try? FileManager.default.removeItem(atPath: record)
    StaleObjects.remove(of: (try? BuildPlan.steps(scratch: package.scratch))?.filter(\.isModule) ?? [])
    try await build(package)
    var library = try await describe(package)
    // A file edited during the build may be in the library or not.
    if library.isNewer(than: start) { library.fingerprint = "edited while it was built" }
    try? JSONEncoder().encode(library).write(to: URL(fileURLWithPath: record), options: .atomic)
    return (library, true)
  }

  /// The probes of the repository at `root` whose files are as they were when they were built, and what identifies each.
  static func currentProbes(root: String) -> [String: String] {
    let folder = root + "/.build/docs/probes"
    var probes: [String: String] = [:]
    for name in Folder(folder)?.names ?? [] where name.hasPrefix("docs-probe-") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)/library.json"),
        let library = try? JSONDecoder().decode(Library.self, from: data), library.isCurrent
      else { continue }
      probes[String(name.dropFirst(11))] = library.identity
    }
    return probes
  }

  private func build(_ package: ProbePackage) async throws {
    let result = try await Command(
      executable: toolchain.tool("swift"),
      arguments: [
        "build", "--package-path", package.folder, "--product", ProbePackage.target, "--disable-index-store",
      ],
      directory: package.folder, output: package.folder + "/build.log"
    ).run()
    guard result.end != .exit(0) else { return }
    let log = String(decoding: result.output + result.errors, as: UTF8.self)
    // An error is said again with its lines of code, by each stage of the compiler, and for each stage that failed.
    let lines = log.split(separator: "\n")
    let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    let placed = errors.filter { $0.contains(": error:") }
    var seen: Set<Substring> = []
    let shown =
      errors.isEmpty
      ? lines.suffix(20) : (placed.isEmpty ? errors : placed).filter { seen.insert($0).inserted }.prefix(20)
    throw VerifierError(
      "the packages of probe '\(package.probe.name)' do not build; fix that first:\n"
        + shown.map { "  \($0)" }.joined(separator: "\n"))
  }

  private func describe(_ package: ProbePackage) async throws -> Library {
    let plan = try BuildPlan(scratch: package.scratch, target: ProbePackage.target)
    let link = try plan.linkParts(target: ProbePackage.target)
    var compile = try await frontendCommand(plan.languageFlags, in: package.folder)
    let dispatcher = try await Dispatcher.build(in: package.folder, toolchain: toolchain)
    let issues = try await ReportedIssues.build(in: package.folder, objects: link.objects, compile: compile)
    if issues != nil { compile += ["-D", ReportedIssues.condition] }
    let headers = plan.inputs.filter { !$0.hasSuffix(".swift") }.map { Library.folder(of: $0) }
    let modules = Library.files(in: package.scratch + "/debug/Modules", endingWith: [".swiftmodule"])
    let inputs = plan.inputs.filter { !$0.hasPrefix(package.folder) }
    // A folder among them is a resource with all that is in it.
    let folders = Set(inputs.map(Library.folder(of:)) + inputs.flatMap(Library.foldersBelow))
    let files = [toolchain.tool("swiftc"), package.folder + "/Package.swift"] + Library.manifests(in: package.scratch)
    var interface = Digest()
    for word in compile + [toolchain.version] { interface.add(word) }
    interface.add(Fingerprint.ofContents(modules))
    for folder in Set(headers).sorted() {
      interface.add(Fingerprint.ofContents(Library.files(in: folder, endingWith: [".h", ".modulemap"])))
    }
    let objects = link.objects + (issues.map { [$0] } ?? []) + [dispatcher]
    let watched = folders.sorted()
    let driver = [toolchain.tool("swiftc")] + link.flags + toolchain.linkFlags
    return Library(
      compile: compile, link: driver,
      directLink: await DirectLink.find(for: driver, objects: objects, folder: package.folder), objects: objects,
      interface: interface.name,
      implementation: Fingerprint.ofContents(objects + Library.resources(in: package.scratch)),
      mentionsHashing: (link.objects + link.flags.filter { $0.hasSuffix(".so") }).contains(where: Hashing.isMentioned),
      swiftVersion: toolchain.version, manifestModules: toolchain.manifestModules,
      files: files, folders: watched, fingerprint: Fingerprint.of(files: files, folders: watched))
  }

  /// Asks the driver how it would call the frontend, which is faster to call without it.
  private func frontendCommand(_ flags: [String], in folder: String) async throws -> [String] {
    let placeholder = folder + "/" + Library.Placeholder.source
    _ = FileManager.default.createFile(atPath: placeholder, contents: Data())
    let entry = Library.entryPoint(of: Library.Placeholder.module)
    // Line tables suffice to find a crash; examples are not run in a debugger.
    let flags = flags.map { $0 == "-g" ? "-gline-tables-only" : $0 }
    let result = try await Command(
      executable: toolchain.tool("swiftc"),
      arguments: ["-###", "-c", Library.Placeholder.source, "-module-name", Library.Placeholder.module]
        + ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", entry] + flags
        + ["-o", Library.Placeholder.object],
      directory: folder, output: folder + "/driver.log"
    ).run()
    let output = String(decoding: result.output, as: UTF8.self)
    let jobs = output.split(separator: "\n").map(ResponseFile.words(in:))
    guard result.end == .exit(0), let job = jobs.last(where: { $0.contains("-primary-file") }) else {
      throw VerifierError(
        "swiftc does not say how to compile an example:\n" + String(decoding: result.errors, as: UTF8.self))
    }
    return await withoutVerifiers(job, in: folder)
  }

  /// The command without the checks that the compiler makes of itself, a tenth of what an example takes; as it is for a
  /// compiler that does not know how to leave them out.
  private func withoutVerifiers(_ job: [String], in folder: String) async -> [String] {
    let faster = job + ["-sil-verify-none", "-disable-llvm-verify"]
    let result = try? await Command(
      executable: faster[0], arguments: Array(faster.dropFirst()), directory: folder, output: folder + "/faster.log"
    ).run()
    return result?.end == .exit(0) ? faster : job
  }
}

extension Library {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The files below `folder` with one of these endings, sorted.
  static func files(in folder: String, endingWith endings: [String]) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted().map { folder + "/" + $0 }
  }

  /// The folder at `path`, if it is one, and all those in it.
  static func foldersBelow(_ path: String) -> [String] {
    guard FileStamp(path: path).isFolder else { return [] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return [path] + names.map { path + "/" + $0 }.filter { FileStamp(path: $0).isFolder }
  }

  /// The files that a build in `scratch` copied for the modules to read when they run.
  static func resources(in scratch: String) -> [String] {
    let products = scratch + "/debug"
    let bundles = (Folder(products)?.names ?? []).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
    return bundles.flatMap { files(in: "\(products)/\($0)", endingWith: [""]) }
  }

  /// The manifests of the packages on this machine that a build in `scratch` depends on.
  static func manifests(in scratch: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: scratch + "/workspace-state.json"),
      let state = try? JSONDecoder().decode(WorkspaceState.self, from: data)
    else { return [] }
    return state.object.dependencies.map(\.packageRef).filter { $0.kind == "fileSystem" }
      .map { $0.location + "/Package.swift" }.sorted()
  }

  private struct WorkspaceState: Decodable {
    struct Object: Decodable { var dependencies: [Dependency] }
    struct Dependency: Decodable { var packageRef: Reference }
    struct Reference: Decodable { var kind, location: String }
    var object: Object
  }
}
