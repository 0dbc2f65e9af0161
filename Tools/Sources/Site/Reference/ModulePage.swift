extension ReferenceWriter {
  /// The page of a module: its introduction, then its declarations, without the pages that the introduction lists.
  mutating func writeModule(_ number: Int, _ introduction: Build.Rendered?) {
    let module = library.modules[number]
    crumbs()
    if let article = introduction?.article {
      html.append(article.body)
      sections = article.sections
    } else {
      title(module.name)
      html.markup("<figure class=\"code declaration\"><pre tabindex=\"0\" data-language=\"swift\"><code>")
      html.swift(Array("import \(module.name)".utf8)[...])
      html.markup("</code></pre></figure>\n")
    }
    let listed = introduction?.links.listed ?? []
    for kind in [
      Symbol.Kind.protocol, .class, .structure, .enumeration, .function, .operator, .variable, .macro, .typeAlias,
    ] {
      let found = module.top.filter { library.symbols[$0].kind == kind && !(kind.hasPage && listed.contains($0)) }
      guard !found.isEmpty else { continue }
      let isRest = introduction != nil && kind.hasPage
      heading(2, isRest ? "Other \(kind.plural.lowercased())" : kind.plural, id: kind.plural.asID)
      if kind.hasPage { list(found) } else { members(found) }
    }
    let extended = module.top.filter { library.symbols[$0].kind == .extension }
    guard !extended.isEmpty else { return }
    heading(2, "Added to other types", id: "extensions")
    list(extended)
  }
}
