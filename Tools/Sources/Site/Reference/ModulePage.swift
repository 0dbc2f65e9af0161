extension ReferenceWriter {
  /// The page of a module: its introduction, then all top-level symbols that the introduction does not list.
  mutating func writeModule(_ number: Int) {
    let module = library.modules[number]
    crumbs()
    var written: Set<Int> = []
    if let introduction {
      written = write(introduction, withMembersOf: module)
    } else {
      title(module.name)
      html.markup("<figure class=\"code declaration\"><pre tabindex=\"0\" data-language=\"swift\"><code>")
      html.swift(Array("import \(module.name)".utf8)[...])
      html.markup("</code></pre></figure>\n")
    }
    for kind in [Symbol.Kind.protocol, .class, .struct, .enum, .function, .operator, .variable, .macro, .typealias] {
      let found = module.top.filter { library.symbols[$0].kind == kind && !written.contains($0) }
      guard !found.isEmpty else { continue }
      let title = introduction == nil ? kind.plural : "Other \(kind.plural.lowercased())"
      heading(2, title, id: kind.plural.asID)
      if kind.hasPage { list(found) } else { members(found) }
    }
    let extended = module.top.filter { library.symbols[$0].kind == .extended }
    guard !extended.isEmpty else { return }
    heading(2, "Added to other types", id: "extensions")
    list(extended)
  }

  /// Writes an introduction. A declaration of the module that has no page of its own is written at the end of the
  /// section that lists it. Returns what it lists or writes.
  private mutating func write(_ introduction: Introduction, withMembersOf module: SymbolLibrary.Module) -> Set<Int> {
    let page = introduction.page
    let members = module.top.filter { !library.symbols[$0].kind.hasPage }
    // An introduction that lists one of several overloads lists them all.
    var lines: [String: Int] = [:]
    for member in members {
      guard let line = introduction.listed[member] else { continue }
      lines[library.symbols[member].name] = line
    }
    let found = members.filter { lines[library.symbols[$0].name] != nil }
    let starts = page.headings.indices.filter { page.headings[$0].level == 2 }
    var body = page.body[...]
    // The first part is the text before the first heading of level 2.
    for (start, end) in zip([0] + starts, starts + [page.headings.count]) {
      let rest = end < page.headings.count ? body.start(of: page.headings[end]) : body.endIndex
      html.append(body[..<rest])
      body = body[rest...]
      // Headings that this writes move the introduction's further down.
      let moved = headings.count - start
      headings += page.headings[start..<end]
      sections += page.sections
        .filter { ($0.heading ?? 0) >= start && ($0.heading ?? 0) < end }
        .map { Page.Section(heading: $0.heading.map { $0 + moved }, text: $0.text) }
      let first = start == 0 ? 0 : page.headings[start].line
      let last = end < page.headings.count ? page.headings[end].line : .max
      self.members(found.filter { first..<last ~= lines[library.symbols[$0].name, default: -1] })
    }
    return Set(found).union(introduction.listed.keys)
  }
}

extension ArraySlice<UInt8> {
  /// Where the element of a heading starts.
  fileprivate func start(of heading: Page.Heading) -> Int {
    let opening: HTML = "<h\(heading.level) id=\"\(heading.id)\""
    return firstRange(of: opening.bytes)?.lowerBound ?? endIndex
  }
}

/// The introduction of a module: the page at the path of the module's page.
struct Introduction {
  var page: Page
  /// The symbols that it lists, each with the line that lists it first.
  var listed: [Int: Int]
  /// Its Markdown, for the twin of the module's page.
  var markdown: [UInt8]
}

extension APIReference {
  /// The entries that `pages` introduce, by the indices of the pages.
  func introductions(in pages: [String]) -> [Int: Int] {
    let modules = Dictionary(uniqueKeysWithValues: modules.map { (entries[$0.entry].output, $0.entry) })
    let found = pages.enumerated().compactMap { page, path in modules[SitePath.output(for: path)].map { (page, $0) } }
    return Dictionary(uniqueKeysWithValues: found)
  }
}
