import Files
import Foundation
import Markdown

/// The settings for examples in `.docs.json` at the root of a repository, under the key `examples`.
///
/// Every key may be left out. Without a file, the documents are those of `Configuration.documents`, the sources `Sources` and
/// the folders of the package's targets, and the examples may import every library product of the package at the root.
public struct Configuration: Sendable, Codable, Equatable {
  /// Files and folders to look for examples in, relative to the root; `*` matches any name. Those that are searched
  /// without any configuration may be written in capitals or not.
  public var documents = ["README.md", "CONTRIBUTING.md", "Docs", "Documentation", "*.docc", "Sources/*/*.docc"]
  /// Folders whose Swift files have examples in their doc comments.
  public var sources = ["Sources"]
  /// Modules that examples in doc comments see imported, beside the products of their own package.
  public var docCommentImports: [String] = []
  /// The packages that examples may import: the folders of packages, relative to the root, each with its library products.
  public var products: [String: [String]] = [:]
  /// The modules of the products; nil where each product is named like its module.
  var modules: [String]?
  /// The folders of the targets at the root.
  var targetFolders: [String]?
  /// All modules that examples may import.
  var allModules: [String] { modules ?? products.values.joined().sorted() }
  /// The time limit of an example, in seconds.
  public var timeout = 10.0
  /// How many bytes an example may print to each of its two streams.
  public var outputLimit = 1 << 20
  /// Whether a warning in an example is a failure. Otherwise it is shown.
  public var warningsAreErrors = true
  /// Whether the statements of an example must compile in a function too, where readers write them.
  public var functions = false
  /// The attributes of all fences in a file or folder, by its path. Those of a longer path, of a page's own comments and
  /// of a fence hold over them.
  public var attributes: [String: String] = [:]

  public init() {}
}

extension Attributes {
  /// The attributes in `settings` for the fences of `file`, by the paths of files and folders.
  init(of file: String, in settings: [String: String]) {
    self.init()
    let holding = settings.filter { Attributes.hold(at: $0.key, for: file) }
    for (_, text) in holding.sorted(by: { $0.key.count < $1.key.count }) {
      // Mistakes have been reported with the configuration.
      if let next = try? Attributes(parsing: text, over: self) { self = next }
    }
  }

  /// Whether the attributes of the file or folder `path` hold for `file`.
  static func hold(at path: String, for file: String) -> Bool {
    path == "." || file == path || file.hasPrefix(path + "/")
  }
}

extension Configuration {
  /// Reads the configuration of the repository at `root`.
  ///
  /// - Throws: `VerifierError` when the file is there and cannot be understood.
  public init(root: String) throws(VerifierError) {
    do throws(Diagnostic) {
      let encoded = try? JSONSerialization.jsonObject(with: JSONEncoder().encode(Configuration()))
      let defaults = encoded as? [String: Any] ?? [:]
      self = try Settings.read("examples", known: Array(defaults.keys), over: defaults, root: root)
    } catch {
      throw VerifierError("\(error.file): \(error.message)")
    }
    guard timeout > 0, timeout <= 3600, outputLimit > 0 else {
      throw VerifierError(
        "\(RepositoryRoot.settings): examples: 'timeout' must be from 0 to 3600 seconds, and 'outputLimit' more than 0 bytes"
      )
    }
    for (path, text) in attributes {
      do throws(AttributeProblem) {
        _ = try Attributes(parsing: text)
      } catch {
        throw VerifierError(
          "\(RepositoryRoot.settings): examples.attributes: '\(path)': \(error.message); \(error.hint)")
      }
    }
  }

  /// Lets examples import every library product of the package at `root`, if there is one, unless products are configured.
  ///
  /// - Throws: `VerifierError` when the manifest cannot be understood.
  mutating func findProducts(root: String, cache: String, _ toolchain: Toolchain) async throws {
    guard products.isEmpty, FileStamp.exists(root + "/Package.swift") else { return }
    let manifest = try await PackageManifest.of(root, cache: cache, toolchain)
    targetFolders = manifest.folders(root: root)
    let libraries = manifest.products.filter { $0.type.keys.contains("library") }
    products = libraries.isEmpty ? [:] : [".": libraries.map(\.name).sorted()]
    // A module is named like its target, with letters that Swift allows.
    let targets = libraries.flatMap(\.targets).map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
    modules = Set(targets).sorted()
  }
}

/// Something that keeps the verifier from checking anything at all.
public struct VerifierError: Error, CustomStringConvertible {
  public var description: String

  /// The text may be from files, and ends on a terminal.
  public init(_ description: String) {
    self.description = description.visible
  }
}
