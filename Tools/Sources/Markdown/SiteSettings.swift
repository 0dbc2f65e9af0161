import Files

/// The settings of the site in `.docs.json`, under the key `site`. Everything is optional, the file too.
///
/// ```json
/// {
///   "site": { "title": "Waterclock", "address": "https://example.org/docs/" }
/// }
/// ```
public struct SiteSettings: Decodable, Sendable {
  /// The name of the site. Default: the title of its first page.
  public var title: String?
  /// One sentence for search engines and previews. Default: a page's own first paragraph.
  public var description: String?
  /// Where the site will be, such as `https://example.org/docs/`: for canonical addresses and the sitemap.
  public var address: String?
  /// The web address of the repository, such as `https://example.org/owner/name`: for “edit” and source links.
  public var repository: String?
  /// The branch that “edit” and source links name. Default: `main`.
  public var branch: String?
  /// The language of the text, as HTML names it. Default: `en`.
  public var language: String?
  /// Files and folders among the pages that are no part of the site, from the folder of pages.
  public var exclude: [String]?
  /// Another word for something, and its name on these pages: `"rate limit": "throttle"`. Search finds both.
  public var synonyms: [String: String]?
  /// The modules that the API reference describes. Default: none, and no reference.
  public var reference: [ReferenceModule]?

  /// A module that users import, and the modules that it consists of.
  public struct ReferenceModule: Decodable, Sendable {
    public var name: String
    /// The modules whose declarations are shown under `name`. Default: the one of that name.
    var modules: [String]?

    /// The modules that it consists of.
    public var parts: [String] { modules ?? [name] }
  }

  /// The address of the site, with a slash at the end.
  public var siteAddress: String? { address.map { $0.hasSuffix("/") ? $0 : $0 + "/" } }

  private static let settings = [
    "address", "branch", "description", "exclude", "language", "reference", "repository", "synonyms", "title",
  ]

  /// Reads the file of the repository at `root`, if there is one. Messages call it `name`.
  ///
  /// - Throws: a `Diagnostic` when the file is not JSON of this shape.
  package static func read(root: String, name: String = RepositoryRoot.settings) throws(Diagnostic) -> SiteSettings {
    let configuration: SiteSettings = try Settings.read("site", known: settings, root: root, name: name)
    for (key, address) in [("address", configuration.address), ("repository", configuration.repository)] {
      guard let address, !address.hasPrefix("https://"), !address.hasPrefix("http://") else { continue }
      throw Diagnostic(
        file: name, message: "“\(key)” is no address of the web: “\(address)”", hint: "begin it with https://")
    }
    var names: Set<String> = []
    // They are parts of paths.
    for module in (configuration.reference ?? []).map(\.name) {
      let isName = !module.isEmpty && module.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      guard isName, names.insert(module).inserted else {
        throw Diagnostic(
          file: name, message: "“reference”: “\(module)” is \(isName ? "there twice" : "no name of a module")",
          hint: "write the name of each module that users import once")
      }
    }
    return configuration
  }
}
