import Files
import Foundation
import Markdown

/// The packages and targets behind a probe, as SwiftPM lists them for a plugin of the probe's package.
struct PackageGraph: Codable, Equatable {
  struct Target: Codable, Equatable {
    enum Kind: String, Codable { case swift, macro, clang, system, other }

    var kind: Kind
    var module: String
    var folder: String
    /// The folder of the public headers of a target in C.
    var headers: String?
    /// The flags with which a system library is compiled, and linked.
    var flags: [String]
    var linkFlags: [String] = []
    /// The files and folders that are copied for it.
    var resources: [String] = []
    /// Whether its package is a folder on this machine, and not a version of a repository.
    var isLocal: Bool
  }

  /// The folders of all packages. The first is the probe's.
  var packages: [String]
  /// The targets that the probe is built from.
  var targets: [Target]
}

extension PackageGraph {
  static let plugin = "DocsGraph"
  /// The command that the plugin adds to `swift package`.
  static let command = "docs-graph"

  /// Reads what the command printed.
  ///
  /// - Throws: `VerifierError` when it failed.
  init(printed run: Run) throws(VerifierError) {
    let line = run.output.split(separator: "\n").last { $0.hasPrefix("{") } ?? ""
    guard run.end == .exit(0), let graph = try? JSONDecoder().decode(PackageGraph.self, from: Data(line.utf8)) else {
      throw VerifierError("swift package \(Self.command) does not list the targets:\n\(run.errors)")
    }
    self = graph
  }

  static let pluginSource = """
    import Foundation
    import PackagePlugin

    // Prints what the packages consist of whose examples are checked.
    @main struct \(plugin): CommandPlugin {
      func performCommand(context: PluginContext, arguments: [String]) throws {
        let program = try context.package.targets(named: ["\(ProbePackage.program)"])
        let used = Set(program.flatMap(\\.recursiveTargetDependencies).map(\\.id))
        var (packages, targets): ([String], [[String: Any]]) = ([], [])
        func add(_ package: Package) {
          guard !packages.contains(package.directoryURL.path) else { return }
          packages.append(package.directoryURL.path)
          let isLocal = switch package.origin {
            case .root, .local: true
            default: false
          }
          for target in package.targets where used.contains(target.id) {
            let (code, clang) = (target as? any SourceModuleTarget, target as? ClangSourceModuleTarget)
            let system = target as? SystemLibraryTarget
            let kind = code == nil ? "other" : code?.kind == .macro ? "macro" : "swift"
            var entry: [String: Any] = [
              "kind": clang != nil ? "clang" : system != nil ? "system" : kind,
              "module": code?.moduleName ?? target.name, "folder": target.directoryURL.path, "isLocal": isLocal,
              "flags": system?.compilerFlags ?? [], "linkFlags": system?.linkerFlags ?? [],
              "resources": code?.sourceFiles.filter { $0.type == .resource }.map(\\.url.path) ?? [],
            ]
            entry["headers"] = clang?.publicHeadersDirectoryURL?.path
            targets.append(entry)
          }
          for dependency in package.dependencies { add(dependency.package) }
        }
        add(context.package)
        let graph = try JSONSerialization.data(withJSONObject: ["packages": packages, "targets": targets])
        print(String(decoding: graph, as: UTF8.self))
      }
    }

    """
}

extension PackageGraph {
  /// The files that say what the packages consist of.
  var manifests: [String] {
    packages.flatMap { package in
      let names = (Folder(package)?.names ?? []).filter { $0.wholeMatch(of: /Package(@swift-.*)?\.swift/) != nil }
      return names.map { "\(package)/\($0)" }
    }
  }

  /// Whether a package on this machine is compiled for C++. Code that imports its modules is compiled for it, too.
  func usesCxx(cache: String, _ toolchain: Toolchain) async throws -> Bool {
    let local = Set(
      manifests.filter { manifest in
        // SwiftPM is asked only where the setting may be: it takes a third of a second.
        FileManager.default.contents(atPath: manifest)?.range(of: Data("interoperabilityMode".utf8)) != nil
          && targets.contains { $0.isLocal && $0.folder.hasPrefix(manifest.folder + "/") }
      }.map(\.folder))
    for package in local.sorted() {
      if try await PackageManifest.of(package, cache: cache, toolchain).usesCxx { return true }
    }
    return false
  }

  /// The names in code that uses what may learn where that code is: functions, types and cases with `#line` or its like
  /// among their defaults, and macros.
  func callersPlace() -> [String] {
    var names: Set<String> = []
    for folder in Set(targets.filter { $0.kind == .swift }.map(\.folder)) {
      for file in Folder.files(below: folder) where file.hasSuffix(".swift") {
        guard let source = try? Source(path: file), source.mentions(Array(Self.places)) else { continue }
        let code = SwiftCode(source)
        let owners = code.declarations.filter { ["func", "init", "subscript", "macro", "case"].contains($0.keyword) }
        for (index, token) in code.code.enumerated() where Self.places.contains(token.text) {
          guard let owner = owners.last(where: { $0.index < index }) else { continue }
          let isDynamic = code.code[owner.index...].drop { $0.text != "(" }.dropFirst().first?.text == "dynamicMember"
          let mark = owner.keyword == "subscript" ? isDynamic ? "." : "[" : owner.name == "callAsFunction" ? "(" : nil
          names.insert(mark ?? owner.name)
          // An initializer is called by its type's name, or by its own.
          if owner.keyword == "init" { names.formUnion(owner.path.split(separator: ".").map(String.init).suffix(2)) }
        }
      }
    }
    return names.sorted()
  }

  private static let places: Set = [
    "#line", "#column", "#file", "#fileID", "#filePath", "#dsohandle", "#externalMacro",
  ]

  /// The folders of sources, headers and resources that may change.
  var folders: [String] { Set(targets.filter(\.isLocal).map(\.folder)).sorted() }

  /// The folders of the headers that Swift code can see.
  var headers: [String] {
    targets.compactMap { $0.kind == .system ? $0.folder : $0.headers }.sorted()
  }
}
