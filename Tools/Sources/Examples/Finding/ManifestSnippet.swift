import Markdown

/// Swift that belongs into a `Package.swift`, which is checked against the package manager's own module.
///
/// A whole manifest is compiled as it is. Without its import, it may leave out the name. Anything else is taken as the
/// elements of a list in one: products, dependencies, targets, or the dependencies or settings of a target; or, after a
/// label, as arguments of the package or of a target.
enum ManifestSnippet {
  static func isManifest(_ code: [CodeLine]) -> Bool {
    code.contains { $0.text.hasPrefix("import PackageDescription") }
      || code.first?.text.hasPrefix("// swift-tools-version") ?? false
  }

  /// The version of the package manager that a whole manifest asks for.
  static func toolsVersion(_ code: [CodeLine]) -> String? {
    let line = code.first { $0.text.hasPrefix("// swift-tools-version") }
    return line?.text.firstMatch(of: /version:\s*([0-9.]+)/).map { String($0.1) }
  }

  /// Whether code that does not compile is likely to be of a manifest.
  static func isLikely(_ code: [CodeLine]) -> Bool { code.contains { $0.text.contains(sign) } }

  /// A function of the package manager's, of no named type.
  nonisolated(unsafe) private static let sign =
    /(?:^|[\s(\[,:])(?:\.(?:package|testTarget|executableTarget|binaryTarget|enable\w+Feature)\(|\.(?:product|target|library|executable|plugin)\(name:|swiftSettings:)/

  private static let ofPackage = """
    defaultLocalization: LanguageTag? = nil, platforms: [SupportedPlatform]? = nil, \
    pkgConfig: String? = nil, providers: [SystemPackageProvider]? = nil, products: [Product] = [], \
    traits: Set<Trait> = [], dependencies: [PackageDescription.Package.Dependency] = [], targets: [Target] = [], \
    swiftLanguageModes: [SwiftLanguageMode]? = nil, cLanguageStandard: CLanguageStandard? = nil, \
    cxxLanguageStandard: CXXLanguageStandard? = nil)
    """
  private static let ofTarget = """
    (name: String = "", dependencies: [Target.Dependency] = [], path: String? = nil, exclude: [String] = [], \
    sources: [String]? = nil, resources: [Resource] = [], publicHeadersPath: String? = nil, \
    packageAccess: Bool = true, cSettings: [CSetting] = [], cxxSettings: [CXXSetting] = [], \
    swiftSettings: [SwiftSetting] = [], linkerSettings: [LinkerSetting] = [], plugins: [Target.PluginUsage] = [])
    """
  private static let elements = [
    "Package.Dependency", "Target", "Target.Dependency", "Product", "SwiftSetting", "SupportedPlatform",
  ]

  /// Puts what is missing around the code of `example`, on the lines of the fences, unless it is a whole manifest.
  static func complete(_ lines: inout [String], for example: Example) {
    if isManifest(example.code) { return }
    let first = example.code.first { !$0.text.allSatisfy(\.isWhitespace) }?.text ?? ""
    let (declarations, opening, closing): ([String], String, String) =
      if example.code.contains(where: { $0.text.contains("Package(") }) {
        // With a name, it is the type's own initializer.
        (["func Package(\(ofPackage) -> PackageDescription.Package { .init(name: \"\") }"], "", "")
      } else if first.contains(/^\s*[a-zA-Z]+\s*:/) {
        (["func list(name: String = \"\", \(ofPackage) {}", "func list\(ofTarget) {}"], "list(", ")")
      } else {
        (elements.map { "func list(_: [\($0)]) {}" }, "list([", "])")
      }
    lines.put((["import PackageDescription"] + declarations + [opening]).joined(separator: "; "), at: example.line)
    lines.put(closing, at: example.endLine)
  }
}
