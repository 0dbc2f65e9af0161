/// Swift that belongs into a `Package.swift`, which is checked against the package manager's own module.
///
/// A whole manifest is compiled as it is. Anything else is taken as the elements of a list in one: products,
/// dependencies, targets, or the dependencies or settings of a target.
struct ManifestSnippet {
  /// The lines of the fences around the code.
  var line: Int
  var endLine: Int

  /// Nil when `example` is no part of a manifest, or a whole one.
  init?(_ example: Example) {
    guard example.attributes.isManifest, !example.code.contains(where: { $0.text.contains("Package(") }) else {
      return nil
    }
    line = example.line
    endLine = example.endLine
  }

  static func isManifest(_ code: [CodeLine]) -> Bool {
    code.contains { line in
      line.text.hasPrefix("import PackageDescription") || line.text.hasPrefix("// swift-tools-version")
    }
  }

  /// Puts the list around the code, on the lines of the fences.
  func complete(_ lines: inout [String]) {
    let kinds = ["Package.Dependency", "Target", "Target.Dependency", "Product", "SwiftSetting", "SupportedPlatform"]
    let overloads = kinds.map { "func list(_: [\($0)]) {}" }
    while lines.count < endLine { lines.append("") }
    lines[line - 1] = (["import PackageDescription"] + overloads + ["list(["]).joined(separator: "; ")
    lines[endLine - 1] = "])"
  }
}
