import Files
import Foundation
import Markdown

/// What `.docs.json` at the root of a repository says about its examples, under the key `examples`.
///
/// ```json
/// {
///   "examples": {
///     "documents": ["README.md", "Docs", "Packages/*/README.md"],
///     "sources": ["Packages/*/Sources"],
///     "docCommentImports": ["Foundation"],
///     "probes": [
///       { "name": "main", "products": { "Packages/Streams": ["Streams"] } },
///       { "name": "combine", "products": { "Packages/Combine": ["Combine"] }, "imports": ["Combine"] }
///     ]
///   }
/// }
/// ```
///
/// Every key may be left out. Without a file, the documents are those of `Configuration.documents`, the sources `Sources`,
/// and the examples may import every library product of the package at the root.
public struct Configuration: Sendable, Decodable, Equatable {
  /// Files and folders to look for examples in, relative to the root; `*` matches any name. Those that are searched
  /// without any configuration may be written in capitals or not.
  public var documents = ["README.md", "CONTRIBUTING.md", "Docs", "Documentation", "*.docc", "Sources/*/*.docc"]
  /// Folders whose Swift files have examples in their doc comments.
  public var sources = ["Sources"]
  /// Modules that examples in doc comments see imported, beside the products of their own package.
  public var docCommentImports: [String] = []
  /// What examples may import.
  public var probes: [Probe] = []
  /// The time limit of an example, in seconds.
  public var timeout = 10.0
  /// How many bytes an example may print to each of its two streams.
  public var outputLimit = 1 << 20
  /// Named replacements that examples ask for with `filter=name`.
  public var filters: [Filter] = []
  /// Whether a warning in an example is a failure. Otherwise it is shown.
  public var warningsAreErrors = true
  /// The attributes of all fences in a file or folder, by its path. Those of a longer path, of a page's own comments and
  /// of a fence hold over them.
  public var attributes: [String: String] = [:]

  /// A set of library products that examples are compiled and linked against together.
  public struct Probe: Sendable, Decodable, Equatable {
    public var name: String
    /// The folders of packages, relative to the root, each with its products.
    public var products: [String: [String]]
    /// Modules that choose this probe: an example that imports one is checked against it.
    public var imports: [String]
    /// The Swift language mode of the examples.
    public var languageMode: String

    public init(name: String, products: [String: [String]], imports: [String] = [], languageMode: String = "6") {
      self.name = name
      self.products = products
      self.imports = imports
      self.languageMode = languageMode
    }

    enum CodingKeys: CodingKey, CaseIterable { case name, products, imports, languageMode }

    public init(from decoder: any Decoder) throws {
      try Setting.check(decoder, known: CodingKeys.allCases.map(\.stringValue))
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      products = try values.decode([String: [String]].self, forKey: .products)
      imports = try values.decodeIfPresent([String].self, forKey: .imports) ?? []
      languageMode = try values.decodeIfPresent(String.self, forKey: .languageMode) ?? "6"
    }
  }

  /// A replacement of everything that matches a regular expression.
  public struct Filter: Sendable, Decodable, Equatable {
    public var name: String
    public var pattern: String
    public var replacement: String
  }

  public init() {}

  enum CodingKeys: CodingKey, CaseIterable {
    case documents, sources, docCommentImports, probes, timeout, outputLimit, filters, warningsAreErrors, attributes
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    try Setting.check(decoder, known: CodingKeys.allCases.map(\.stringValue))
    let values = try decoder.container(keyedBy: CodingKeys.self)
    documents = try values.decodeIfPresent([String].self, forKey: .documents) ?? documents
    sources = try values.decodeIfPresent([String].self, forKey: .sources) ?? sources
    docCommentImports = try values.decodeIfPresent([String].self, forKey: .docCommentImports) ?? docCommentImports
    probes = try values.decodeIfPresent([Probe].self, forKey: .probes) ?? probes
    timeout = try values.decodeIfPresent(Double.self, forKey: .timeout) ?? timeout
    outputLimit = try values.decodeIfPresent(Int.self, forKey: .outputLimit) ?? outputLimit
    filters = try values.decodeIfPresent([Filter].self, forKey: .filters) ?? filters
    warningsAreErrors = try values.decodeIfPresent(Bool.self, forKey: .warningsAreErrors) ?? warningsAreErrors
    attributes = try values.decodeIfPresent([String: String].self, forKey: .attributes) ?? attributes
    for (path, text) in attributes {
      do throws(AttributeProblem) {
        _ = try Attributes(parsing: text)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .attributes, in: values, debugDescription: "'\(path)': \(error.message); \(error.hint)")
      }
    }
  }
}

extension Attributes {
  /// What `settings` says of the fences in `file`, by the paths of files and folders.
  init(of file: String, in settings: [String: String]) {
    self.init()
    let holding = settings.filter { path, _ in path == "." || file == path || file.hasPrefix(path + "/") }
    for (_, text) in holding.sorted(by: { $0.key.count < $1.key.count }) {
      // What cannot be understood has been reported with the configuration.
      if let next = try? Attributes(parsing: text, over: self) { self = next }
    }
  }
}

extension Configuration {
  /// The name of the file at the root of a repository.
  public static let fileName = RepositoryRoot.settings

  private struct File: Decodable {
    var examples: Configuration?

    enum CodingKeys: CodingKey, CaseIterable { case examples, site }

    init(from decoder: any Decoder) throws {
      try Setting.check(decoder, known: CodingKeys.allCases.map(\.stringValue))
      examples = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Configuration.self, forKey: .examples)
    }
  }

  /// Reads the configuration of the repository at `root`.
  ///
  /// - Throws: `VerifierError` when the file is there and cannot be understood.
  public init(root: String) throws(VerifierError) {
    guard let data = FileManager.default.contents(atPath: root + "/" + Configuration.fileName) else {
      self.init()
      return
    }
    do {
      self = try JSONDecoder().decode(File.self, from: data).examples ?? Configuration()
    } catch {
      throw VerifierError("\(Configuration.fileName): \(Configuration.describe(error))")
    }
  }

  private static func describe(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let (context, problem): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
      case .typeMismatch(let type, let context): (context, "must be a \(type)")
      case .valueNotFound(let type, let context): (context, "must be a \(type)")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    return path.isEmpty ? problem : "\(path.drop { $0 == "." }): \(problem)"
  }
}

/// Any key of the file.
private struct Setting: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  /// An unknown setting would be ignored silently.
  static func check(_ decoder: any Decoder, known: [String]) throws {
    for key in try decoder.container(keyedBy: Setting.self).allKeys where !known.contains(key.stringValue) {
      let near = Spelling.nearest(to: key.stringValue, in: known).map { "did you mean '\($0)'?" }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "'\(key.stringValue)' is not a setting; "
            + (near ?? "the settings are \(known.joined(separator: ", "))")))
    }
  }
}

/// Something that keeps the verifier from checking anything at all.
public struct VerifierError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
