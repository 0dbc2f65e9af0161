import Files

extension PackageGraph {
  /// The compiler's flags for an example that uses the modules of a build, and the files that hold their interfaces and
  /// macros.
  ///
  /// - Parameters:
  ///   - bin: the folder of everything that was built.
  ///   - maps: the folder for module maps of C targets that have none of their own.
  func compileFlags(bin: String, maps: String) throws -> (arguments: [String], files: [String]) {
    // Line tables suffice to find a crash.
    var arguments = [
      "-swift-version", "6", "-Onone", "-gline-tables-only", "-D", "DEBUG", "-D", "SWIFT_PACKAGE", "-I", bin,
      "-I", bin + "/Modules",
    ]
    var files: [String] = []
    for target in targets {
      switch target.kind {
      case .swift:
        // The one build system writes a file, the other a folder.
        let module = "\(bin)/Modules/\(target.module).swiftmodule"
        let folder = "\(bin)/\(target.module).swiftmodule"
        files +=
          FileStamp.exists(module) ? [module] : Folder.files(below: folder).filter { $0.hasSuffix(".swiftmodule") }
      case .macro:
        let names = [target.module + "-tool", target.module]
        guard let tool = names.map({ "\(bin)/\($0)" }).first(where: { FileStamp.exists($0) }) else { continue }
        files.append(tool)
        arguments += ["-load-plugin-executable", "\(tool)#\(target.module)"]
      case .clang:
        guard let headers = target.headers else { continue }
        arguments += ["-Xcc", "-fmodule-map-file=\(try Self.map(of: target.module, headers, bin, maps))"]
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

  /// The module map of a C target: its own, the one that the build left beside its objects, or one of the same kind.
  private static func map(of module: String, _ headers: String, _ bin: String, _ maps: String) throws -> String {
    let found = ["\(headers)/module.modulemap", "\(bin)/\(module).build/module.modulemap"]
    if let map = found.first(where: { FileStamp.exists($0) }) { return map }
    let umbrellas = ["\(headers)/\(module).h", "\(headers)/\(module)/\(module).h"]
    let contents =
      umbrellas.first { FileStamp.exists($0) }.map { "umbrella header \"\($0)\"" } ?? "umbrella \"\(headers)\""
    let map = "\(maps)/\(module).modulemap"
    try ProbePackage.write("module \(module) {\n  \(contents)\n  export *\n}\n", to: map)
    return map
  }
}
