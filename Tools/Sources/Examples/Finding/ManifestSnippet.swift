/// Swift that belongs into a `Package.swift`, which is checked against the package manager's own module.
///
/// A whole manifest is compiled as it is. Anything else is taken as the elements of a list in one: products,
/// dependencies, targets, or the dependencies or settings of a target; or, after a label, as arguments of the package or
/// of a target.
struct ManifestSnippet {
  /// The lines of the fences around the code.
  var line: Int
  var endLine: Int
  private var isLabelled: Bool

  /// Nil when `example` is no part of a manifest, or a whole one.
  init?(_ example: Example) {
    guard example.attributes.isManifest, !example.code.contains(where: { $0.text.contains("Package(") }) else {
      return nil
    }
    line = example.line
    endLine = example.endLine
    isLabelled = example.code.first { !$0.text.allSatisfy(\.isWhitespace) }?.text.contains(/^\s*[a-zA-Z]+\s*:/) ?? false
  }

  static func isManifest(_ code: [CodeLine]) -> Bool {
    code.contains { line in
      line.text.hasPrefix("import PackageDescription") || line.text.hasPrefix("// swift-tools-version")
    }
  }

  /// Whether code that does not compile is likely to be of a manifest.
  static func isLikely(_ code: [CodeLine]) -> Bool {
    code.contains { $0.text.contains(".package(") || $0.text.contains(".product(name:") }
  }

  private static let labelled = [
    """
    func list(name: String = "", platforms: [SupportedPlatform] = [], products: [Product] = [], \
    dependencies: [Package.Dependency] = [], targets: [Target] = []) {}
    """,
    """
    func list(name: String = "", dependencies: [Target.Dependency] = [], resources: [Resource] = [], \
    swiftSettings: [SwiftSetting] = [], plugins: [Target.PluginUsage] = []) {}
    """,
  ]

  /// Puts the list around the code, on the lines of the fences.
  func complete(_ lines: inout [String]) {
    let kinds = ["Package.Dependency", "Target", "Target.Dependency", "Product", "SwiftSetting", "SupportedPlatform"]
    let overloads = kinds.map { "func list(_: [\($0)]) {}" }
    while lines.count < endLine { lines.append("") }
    lines[line - 1] = (["import PackageDescription"] + overloads + Self.labelled + [isLabelled ? "list(" : "list(["])
      .joined(separator: "; ")
    lines[endLine - 1] = isLabelled ? ")" : "])"
  }
}
