import Files

extension ReferenceWriter {
  /// The page of a type: its declaration and comment, then its members in groups, then what it conforms to. If there are
  /// many members, each group is folded: a link to a member opens its group.
  mutating func writeType(_ number: Int) {
    let symbol = library.symbols[number]
    crumbs(to: number)
    title(symbol.qualifiedName)
    declaration(of: symbol)
    source(of: symbol)
    documentation(of: number, level: 1)
    if symbol.kind == .extension { original(of: symbol) } else { additions(to: number) }
    let nested = symbol.children.filter { library.symbols[$0].kind.hasPage }
    if !nested.isEmpty {
      heading(2, "Nested types")
      list(nested)
    }
    let groups = MemberGroup.groups(of: number, in: library)
    overview(of: groups)
    let folds = MemberGroup.areMany(groups)
    for group in groups {
      if folds { html.markup("<details class=\"members\"><summary>") }
      heading(2, group.title, id: group.id)
      if folds { html.markup("</summary>\n") }
      members(group.members)
      if folds { html.markup("</details>\n") }
    }
    conformances(of: symbol)
    if symbol.kind == .protocol { conformers(to: symbol) }
  }

  /// The names of many members in a few lines, each leading to the first member of that name.
  private mutating func overview(of groups: [MemberGroup]) {
    guard MemberGroup.areMany(groups) else { return }
    html.markup("<dl class=\"fields overview\">\n")
    for group in groups {
      var seen: Set<Substring> = []
      let named = group.members.filter { seen.insert(library.symbols[$0].baseName).inserted }
      let links = named.map { number -> HTML in
        let symbol = library.symbols[number]
        return """
          <a href="#\(address: reference.places[number]?.anchor ?? symbol.name)"><code>\(symbol.baseName)</code></a>
          """
      }
      html.write("<dt>\(group.title)</dt>\n<dd>\(HTML(joining: links, ", "))</dd>\n")
    }
    html.markup("</dl>\n")
  }

  /// Writes members one after the other; those of the same name are under one heading.
  mutating func members(_ members: [Int]) {
    var previous: String?
    for number in members {
      let symbol = library.symbols[number]
      let anchor = reference.places[number]?.anchor ?? symbol.name
      if symbol.name == previous {
        html.write("<div class=\"overload\" id=\"\(anchor)\"></div>\n")
      } else {
        heading(3, symbol.shortName, id: anchor, isCode: true)
      }
      previous = symbol.name
      declaration(of: symbol)
      source(of: symbol)
      documentation(of: number, level: 3)
    }
  }

  private mutating func conformances(of symbol: Symbol) {
    guard !symbol.conformances.isEmpty else { return }
    heading(2, symbol.kind == .protocol ? "Inherits from" : "Conforms to", id: "conforms-to")
    let own = Set(
      symbol.declaration.map(\.text).joined().replacing(" : ", with: ": ").replacing(" where ", with: ", ")
        .components(separatedBy: ", "))
    html.markup("<ul class=\"conformances\">\n")
    for conformance in symbol.conformances {
      html.write("<li>\(type(conformance.symbol, conformance.name))")
      // Requirements of the type itself are not repeated.
      let extra = conformance.constraints.filter { !own.contains($0) }
      if !extra.isEmpty {
        html.write(" <span class=\"when\">where \(code: extra.joined(separator: ", "), unbroken: 32)</span>")
      }
      inherited(from: conformance.symbol)
      html.markup("</li>\n")
    }
    html.markup("</ul>\n")
  }

  /// The members that a type gets from a protocol of ours.
  private mutating func inherited(from id: String) {
    guard let number = library[id] else { return }
    let members = library.symbols[number].children.filter {
      !library.symbols[$0].isRequirement && !library.symbols[$0].kind.isType
    }
    var seen: Set<String> = []
    let named = members.filter { seen.insert(library.symbols[$0].name).inserted }
    guard !named.isEmpty else { return }
    let links = named.map { type(library.symbols[$0].id, library.symbols[$0].name) }
    html.write(
      """

      <details class="inherited"><summary>inherits \(named.count) member\(raw: named.count == 1 ? "" : "s")</summary>
      <p>\(HTML(joining: links, ",\n"))</p></details>

      """)
  }

  private mutating func conformers(to symbol: Symbol) {
    let types = library.symbols.indices.filter { other in
      library.symbols[other].conformances.contains { $0.symbol == symbol.id } && reference.places[other] != nil
    }.sorted { library.symbols[$0].qualifiedName < library.symbols[$1].qualifiedName }
    guard !types.isEmpty else { return }
    heading(2, "Conforming types")
    html.markup("<ul class=\"conformances columns\">\n")
    for number in types {
      html.write("<li>\(type(library.symbols[number].id, library.symbols[number].qualifiedName))</li>\n")
    }
    html.markup("</ul>\n")
  }

  /// The name of a type or member, as a link where it is described.
  private func type(_ id: String, _ name: String) -> HTML {
    guard let address = library[id].flatMap({ reference.address(of: $0, from: folder) }) else {
      return "\(code: name, unbroken: 32)"
    }
    return "<a class=\"symbol\" href=\"\(address: address)\">\(code: name, unbroken: 32)</a>"
  }

  /// Where a type of another module of the library is described itself.
  private mutating func original(of symbol: Symbol) {
    guard let id = symbol.declaration.last?.symbol, let number = library[id],
      let address = reference.address(of: number, from: folder)
    else { return }
    html.write(
      """
      <p>Members that this module adds to <a class="symbol" href="\(address: address)"><code>\
      \(symbol.qualifiedName)</code></a> of \(symbol.module).</p>

      """)
  }

  /// The members that other modules of the library add to a type.
  private mutating func additions(to number: Int) {
    let id = library.symbols[number].id
    let others = library.symbols.indices.filter { other in
      library.symbols[other].kind == .extension && library.symbols[other].declaration.last?.symbol == id
    }
    guard !others.isEmpty else { return }
    let links = others.map { other -> HTML in
      let address = reference.address(of: other, from: folder) ?? ""
      return "<a href=\"\(address: address)\">\(library.modules[library.homes[other]].name)</a>"
    }
    html.write("<p class=\"uses\">Additions to it are in \(HTML(joining: links, ", "))</p>\n")
  }
}

/// Members of a type under one heading.
struct MemberGroup {
  var title: String
  var id: String
  var members: [Int]

  /// From this number of members of a kind, declared in at least three folders, the folders' names are headings. Members
  /// of one name are under one heading. A name that is the only one of its folder is under "Other". A page with this
  /// number of members starts with their names, and its sections fold.
  static let many = 24

  /// The kinds of members, in their order on a page.
  private static let kinds: [Symbol.Kind] = [
    .associatedType, .typeAlias, .initializer, .case, .property, .typeProperty, .method, .typeMethod, .subscript,
    .operator, .macro,
  ]

  static func areMany(_ groups: [MemberGroup]) -> Bool { groups.reduce(0) { $0 + $1.members.count } >= many }

  /// The members of the symbol `number`, without the types among them that have pages of their own.
  static func groups(of number: Int, in library: SymbolLibrary) -> [MemberGroup] {
    let members = library.symbols[number].children.filter { !library.symbols[$0].kind.hasPage }
    var groups: [MemberGroup] = []
    let required = members.filter { library.symbols[$0].isRequirement }
    if !required.isEmpty { groups.append(MemberGroup(title: "Requirements", id: "requirements", members: required)) }
    for kind in kinds {
      let found = members.filter { library.symbols[$0].kind == kind && !library.symbols[$0].isRequirement }
      let (title, id) = (kind.plural, kind.plural.asID)
      guard !found.isEmpty else { continue }
      let topics = Dictionary(grouping: found) { topic(of: library.symbols[$0]) }.filter { $0.value.count > 1 }
      guard found.count >= many, topics.count > 2 else {
        groups.append(MemberGroup(title: title, id: id, members: found))
        continue
      }
      // `drop(untilOutputFrom:)` is declared beside `merge`, but read beside `drop(while:)`: the shortest name decides.
      var homes: [Substring: String] = [:]
      for number in found.sorted(by: { library.symbols[$0].name.count < library.symbols[$1].name.count }) {
        let symbol = library.symbols[number]
        guard homes[symbol.baseName] == nil, topics[topic(of: symbol)] != nil else { continue }
        homes[symbol.baseName] = topic(of: symbol)
      }
      let placed = Dictionary(grouping: found) { homes[library.symbols[$0].baseName] ?? "" }
      for (topic, members) in placed.sorted(by: { $0.key < $1.key }) where !topic.isEmpty {
        groups.append(
          MemberGroup(title: topic, id: "\(id)-\(topic.asID)", members: members))
      }
      let others = placed[""] ?? []
      if !others.isEmpty {
        groups.append(MemberGroup(title: "Other \(title.lowercased())", id: "other-\(id)", members: others))
      }
    }
    return groups
  }

  /// The folder of the file that declares a symbol.
  private static func topic(of symbol: Symbol) -> String {
    guard let location = symbol.location else { return "More" }
    return location.file.folder.fileName
  }
}
