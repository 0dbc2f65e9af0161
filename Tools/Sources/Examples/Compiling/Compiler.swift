import Files
import Foundation

/// Compiles examples to object files, and keeps these for the next time. Links them.
struct Compiler: Sendable {
  var probe: BuiltProbe
  var toolchain: Toolchain
  /// The folder for everything that is made.
  var folder: String

  /// The prefix of the module names of all examples.
  static let prefix = "docs_example_"
  /// How long the compiler may take for an example, in seconds.
  private static let timeout = 600.0

  /// Lets glibc take memory in large pieces and keep it: a seventh less time for a compiler that runs so shortly.
  /// Elsewhere nothing reads this.
  private static let environment = ProcessInfo.processInfo.environment.merging([
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "MALLOC_TOP_PAD_": "67108864", "MALLOC_TRIM_THRESHOLD_": "1000000000",
  ]) { given, _ in given }

  /// An example that the compiler has seen.
  struct Compiled: Sendable {
    var module: String
    /// The object file; nil when there were errors.
    var object: String?
    /// The compiler's output.
    var output: String
  }

  /// The module of an example: a digest of everything that the object file depends on.
  func module(of example: Example) -> String {
    var digest = Digest()
    digest.add(probe.interface)
    digest.add(example.file)
    digest.add(GeneratedSource(example).text)
    digest.add(SourceKind(example).rawValue)
    digest.add(example.attributes.languageMode ?? "")
    return Compiler.prefix + digest.name
  }

  /// The function that starts the example of `module`.
  static func entryPoint(of module: String) -> String { module + "_main" }

  func compile(_ example: Example) async throws -> Compiled {
    let module = module(of: example)
    let object = "\(folder)/objects/\(module).o"
    if FileStamp.exists(object) {
      let output = FileManager.default.contents(atPath: object + ".log.err").map { String(decoding: $0, as: UTF8.self) }
      return Compiled(module: module, object: object, output: output ?? "")
    }
    let source = "\(folder)/sources/\(module).swift"
    try ProbePackage.write(GeneratedSource(example).text, to: source)
    let entryPoint = Compiler.entryPoint(of: module)
    var arguments = ["-c", source, "-o", object, "-module-name", module]
    arguments += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", entryPoint]
    arguments += probe.compile
    switch SourceKind(example) {
    case .script: break
    case .main: arguments.append("-parse-as-library")
    case .manifest:
      let version = ManifestSnippet.toolsVersion(example.code) ?? "6.2"
      arguments += ["-I", toolchain.manifestModules, "-package-description-version", version]
    }
    if let mode = example.attributes.languageMode { arguments += ["-swift-version", mode] }
    let log = object + ".log"
    let command = try await frontend(
      for: arguments, kind: SourceKind(example).rawValue + (example.attributes.languageMode ?? ""),
      names: [source, object, module, entryPoint], log: log)
    let result = try await Command(
      executable: command[0], arguments: Array(command.dropFirst()), environment: Compiler.environment,
      directory: folder, output: log, timeout: Compiler.timeout
    ).run()
    unlink(source)
    // The end of the file is no place of the document to the compiler.
    let output = (result.errors + result.output).replacing(source, with: example.file)
    switch result.end {
    case .exit(0): return Compiled(module: module, object: object, output: output)
    case .exit: return Compiled(module: module, object: nil, output: output)
    case .timeout, .tooMuchOutput, .unloadable:
      let text = "\(output)\nthe compiler did not finish within \(Int(Compiler.timeout)) s; simplify the expressions"
      return Compiled(module: module, object: nil, output: text)
    case .signal(let number):
      let text = "\(output)\nthe compiler crashed with \(Run.name(ofSignal: number))"
      return Compiled(module: module, object: nil, output: text)
    }
  }
}
