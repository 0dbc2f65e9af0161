import Files

extension PackageGraph {
  /// The compiler's flags for an example that uses the modules of a build, and the files that hold their interfaces and
  /// macros.
  ///
  /// - Parameters:
  ///   - bin: the folder of everything that was built.
  ///   - maps: the folder for module maps of C targets that have none of their own.
  func compileFlags(bin: String, maps: String) throws -> (arguments: [String], files: [String]) {
    // Clang would also look for modules in every folder of a folder that is searched.
    let modules = FileStamp.exists(bin + "/Modules") ? bin + "/Modules" : bin
    // Line tables suffice to find a crash.
    var arguments = [
      "-swift-version", "6", "-Onone", "-gline-tables-only", "-D", "DEBUG", "-D", "SWIFT_PACKAGE", "-I", modules,
    ]
    var files: [String] = []
    for target in targets {
      switch target.kind {
      case .swift:
        // The one build system writes a file, the other a folder.
        let module = "\(modules)/\(target.module).swiftmodule"
        let isFolder = FileStamp(path: module).isFolder
        files += isFolder ? Folder.files(below: module).filter { $0.hasSuffix(".swiftmodule") } : [module]
      case .macro:
        let names = [target.module + "-tool", target.module]
        guard let tool = names.map({ "\(bin)/\($0)" }).first(where: { FileStamp.exists($0) }) else { continue }
        files.append(tool)
        arguments += ["-load-plugin-executable", "\(tool)#\(target.module)"]
      case .clang:
        guard let headers = target.headers else { continue }
        let map = try Self.map(of: target.module, headers, maps)
        arguments += ["-Xcc", "-fmodule-map-file=\(map)", "-Xcc", "-I\(headers)"]
      case .system:
        arguments += ["-Xcc", "-fmodule-map-file=\(target.folder)/module.modulemap"]
        // A module of a system is not compiled again when its headers have changed.
        arguments += ["-Xcc", "-fmodules-validate-system-headers"]
        arguments += target.flags.flatMap { ["-Xcc", $0] }
      case .other: break
      }
    }
    return (arguments, files)
  }

  /// The module map of a C target: its own, or one in `maps` of the same kind as SwiftPM makes.
  private static func map(of module: String, _ headers: String, _ maps: String) throws -> String {
    let own = "\(headers)/module.modulemap"
    if FileStamp.exists(own) { return own }
    let umbrellas = ["\(headers)/\(module).h", "\(headers)/\(module)/\(module).h"]
    let contents =
      umbrellas.first { FileStamp.exists($0) }.map { "umbrella header \"\($0)\"" } ?? "umbrella \"\(headers)\""
    let map = "\(maps)/\(module).modulemap"
    try ProbePackage.write("module \(module) {\n  \(contents)\n  export *\n}\n", to: map)
    return map
  }
}
