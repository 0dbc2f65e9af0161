/// The Markdown twin of a page of the reference.
enum ReferenceMarkdown {
  static func text(
    of entry: APIReference.Entry, in reference: APIReference, introduction: Build.Rendered?
  ) -> [UInt8] {
    let library = reference.library
    var text = ""
    switch entry.content {
    case .module(let number):
      let written = introduction.map { String(decoding: $0.page.described($0.links.source), as: UTF8.self) }
      text += (written ?? "# \(entry.title)\n") + "\n"
      for symbol in library.modules[number].top {
        if library.symbols[symbol].kind.hasPage {
          let name = library.symbols[symbol].qualifiedName
          let file = SitePath.relative(
            reference.places[symbol].map { reference.entries[$0.entry].output } ?? "",
            from: SitePath.folder(of: entry.output))
          text += "- [\(name)](\(file.dropLast(4))md): \(library.symbols[symbol].summary)\n"
        } else {
          text += "\n" + member(library.symbols[symbol], level: 2)
        }
      }
    case .type(let number):
      text += member(library.symbols[number], level: 1)
      for child in library.symbols[number].children where !library.symbols[child].kind.hasPage {
        text += "\n" + member(library.symbols[child], level: 2)
      }
    }
    return Array(text.utf8)
  }

  private static func member(_ symbol: Symbol, level: Int) -> String {
    let title = level == 1 ? symbol.qualifiedName : symbol.name
    var text = "\(String(repeating: "#", count: level)) \(level == 1 ? title : "`\(title)`")\n\n```swift\n"
    text += symbol.declaration.map(\.text).joined()
    text += "\n```\n"
    return symbol.summary.isEmpty ? text : text + "\n" + String(decoding: symbol.documentation.bytes, as: UTF8.self)
  }
}
