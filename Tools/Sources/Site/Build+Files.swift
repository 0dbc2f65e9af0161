import Foundation
import Markdown

extension Build {
  mutating func writeExtras(_ template: Template) throws(Diagnostic) {
    try output.write(notFoundPage(template), to: "404.html")
    try writeLanguageModelIndex()
    let days = changes.map { $0.isEmpty ? nil : $0 }
    if let sitemap = sitemap(changes: { $0 < days.count ? days[$0] : nil }) {
      try output.write(sitemap, to: "sitemap.xml")
    }
    if !targets.outputs.contains("index.html"), let first = navigation.order.first {
      try output.write(Build.redirect(to: Links.encoded(targets.outputs[first])), to: "index.html")
    }
  }

  mutating func writeFiles() throws(Diagnostic) {
    for path in files.sorted() {
      let bytes: [UInt8]
      do {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(tree.root)/\(path)")))
      } catch {
        problems.append(Diagnostic(file: displayName(path), message: "this file cannot be read"))
        continue
      }
      try output.write(bytes, to: path)
    }
  }

  mutating func writeAssets() throws(Diagnostic) {
    try output.write(StyleSheet.compact, to: "assets/site.css")
    try output.write(PackageResources.site_js + PackageResources.search_js, to: "assets/site.js")
    try output.write(PackageResources.icon_svg, to: "assets/icon.svg")
  }
}
