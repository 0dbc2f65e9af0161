import Files
import Foundation

/// Compiles examples to object files, and keeps these for the next time.
struct Compiler: Sendable {
  var library: Library
  /// The folder for twins and objects.
  var folder: String

  /// How long the compiler may take for an example, in seconds.
  private static let timeout = 120.0

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
    /// Whether the object was there already.
    var wasCached = false
  }

  /// The module of an example: a digest of everything that the object file depends on.
  func module(of example: Example) -> String {
    var digest = Digest()
    digest.add(library.interface)
    digest.add(example.file)
    digest.add(Twin(example).text)
    digest.add(Attributes.Kind(example).rawValue)
    digest.add(example.attributes.languageMode ?? "")
    return Dispatcher.prefix + digest.name
  }

  func compile(_ example: Example) async throws -> Compiled {
    let module = module(of: example)
    let object = "\(folder)/objects/\(module).o"
    if FileStamp.exists(object) {
      let output = FileManager.default.contents(atPath: object + ".log.err").map { String(decoding: $0, as: UTF8.self) }
      return Compiled(module: module, object: object, output: output ?? "", wasCached: true)
    }
    let twins = "\(folder)/twins/\(module)"
    try Twin(example).write(in: twins)
    var command = Library.compiling(example.file, module: module, object: object, with: library.compile)
    switch Attributes.Kind(example) {
    case .script: break
    case .main: command.append("-parse-as-library")
    case .manifest: command += ["-I", library.manifestModules, "-package-description-version", "6.0"]
    }
    if let mode = example.attributes.languageMode { command += ["-swift-version", mode] }
    let result = try await Command(
      executable: command[0], arguments: Array(command.dropFirst()), environment: Compiler.environment,
      directory: twins, output: object + ".log", timeout: Compiler.timeout
    ).run()
    try? FileManager.default.removeItem(atPath: twins)
    let output = String(decoding: result.errors + result.output, as: UTF8.self)
    switch result.end {
    case .exit(0): return Compiled(module: module, object: object, output: output)
    case .exit: return Compiled(module: module, object: nil, output: output)
    case .timeout:
      let text = "\(output)\nthe compiler did not finish within \(Int(Compiler.timeout)) s; simplify the expressions"
      return Compiled(module: module, object: nil, output: text)
    case .signal(let number):
      let text = "\(output)\nthe compiler crashed with \(Run.name(ofSignal: number))"
      return Compiled(module: module, object: nil, output: text)
    }
  }
}

extension Attributes {
  /// What kind of file an example is to the compiler.
  enum Kind: String {
    case script, main, manifest

    init(_ example: Example) {
      if example.attributes.isManifest {
        self = .manifest
      } else if TestSnippet.library(of: example) != nil || SwiftCode(example).hasMain {
        self = .main
      } else {
        self = .script
      }
    }
  }
}
