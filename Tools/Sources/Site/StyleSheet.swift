/// The style sheet of every page.
enum StyleSheet {
  /// The style sheet without comment lines, indents, and optional spaces and line breaks.
  static let compact: [UInt8] = {
    let lines = String(decoding: PackageResources.site_css, as: UTF8.self).split(separator: "\n")
    let rules = lines.map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("/*") }.joined(separator: "\n")
    let pairs = [
      ("; }", "}"), (" {\n", "{"), (" { ", "{"), ("; ", ";"), (": ", ":"), (", ", ","), (" > ", ">"), (";\n", ";"),
      ("}\n", "}"),
    ]
    return Array(pairs.reduce(rules) { $0.replacing($1.0, with: $1.1) }.utf8)
  }()
}
