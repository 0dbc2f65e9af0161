import Foundation
import Markdown

/// The pages of the API reference: one for each module, and one for each type.
struct APIReference {
  /// One page.
  struct Entry {
    enum Content {
      case module(Int)
      case type(Int)
    }

    var content: Content
    /// Where it is written, in the site.
    var output: String
    var title: String
  }

  /// Where a symbol is described.
  struct Place: Equatable {
    /// The index of its page in `entries`.
    var entry: Int
    /// The id of its section; nil for the page as a whole.
    var anchor: String?
  }

  let library: SymbolLibrary
  let index: SymbolIndex
  private(set) var entries: [Entry] = []
  /// By the symbols' numbers.
  private(set) var places: [Place?]
  private let folder: String
  private var takenOutputs: Set<String> = []

  init(_ library: SymbolLibrary, folder: String) {
    self.library = library
    self.folder = folder
    index = SymbolIndex(library)
    places = Array(repeating: nil, count: library.symbols.count)
    for (number, module) in library.modules.enumerated() {
      entries.append(Entry(content: .module(number), output: "\(folder)/\(module.name)/index.html", title: module.name))
      placeMembers(module.top)
      for symbol in module.top where library.symbols[symbol].kind.hasPage { addType(symbol, module: module.name) }
    }
  }

  private mutating func addType(_ number: Int, module: String) {
    let symbol = library.symbols[number]
    let name = symbol.qualifiedName
    let title = symbol.kind == .extension ? "\(name) (\(symbol.module))" : name
    entries.append(Entry(content: .type(number), output: output(for: name, module: module), title: title))
    places[number] = Place(entry: entries.count - 1)
    placeMembers(symbol.children)
    for child in symbol.children where library.symbols[child].kind.hasPage { addType(child, module: module) }
  }

  /// Gives the members on the last page ids: their names, with a number for those after the first of a name.
  private mutating func placeMembers(_ members: [Int]) {
    var counts: [String: Int] = [:]
    for member in members where !library.symbols[member].kind.hasPage {
      let name = library.symbols[member].name
      let count = counts[name, default: 0] + 1
      counts[name] = count
      places[member] = Place(entry: entries.count - 1, anchor: count == 1 ? name : "\(name)-\(count)")
    }
  }

  /// A path that no other page has, also where file systems do not tell upper case from lower.
  private mutating func output(for name: String, module: String) -> String {
    var path = "\(folder)/\(module)/\(name).html"
    var count = 1
    while !takenOutputs.insert(path.lowercased()).inserted {
      count += 1
      path = "\(folder)/\(module)/\(name)-\(count).html"
    }
    return path
  }

  /// The module of a type's page; “Module” for the page of one.
  func context(of entry: Entry) -> String {
    switch entry.content {
    case .module: "Module"
    case .type(let symbol): library.modules[library.homes[symbol]].name
    }
  }

  /// The address of a symbol, from the folder `folder` of the site; nil when it is described nowhere.
  func address(of symbol: Int, from folder: String) -> String? {
    guard let place = places[symbol] else { return nil }
    let path = Links.encoded(SitePath.relative(entries[place.entry].output, from: folder))
    return place.anchor.map { "\(path)#\($0)" } ?? path
  }

  /// The address of the page of a module, from the folder `folder` of the site.
  func address(ofModule name: String, from folder: String) -> String? {
    guard library.modules.contains(where: { $0.name == name }) else { return nil }
    return Links.encoded(SitePath.relative("\(self.folder)/\(name)/index.html", from: folder))
  }

  /// A symbol in a list on a page in the folder `folder` of the site; types by their whole names when `isQualified`.
  func entry(of number: Int, from folder: String, isQualified: Bool = false) -> SymbolEntry? {
    guard let address = address(of: number, from: folder) else { return nil }
    let symbol = library.symbols[number]
    let isAdded = symbol.kind == .extension
    let summary = symbol.summary
    let sentence = summary.firstRange(of: ". ").map { summary[..<$0.lowerBound] + "." } ?? summary
    return SymbolEntry(
      name: isAdded || (isQualified && symbol.kind.hasPage) ? symbol.qualifiedName : symbol.shortName, address: address,
      summary: isAdded ? "Additions to this type of \(symbol.module)" : sentence)
  }

  /// The names of the symbols that `name` could refer to.
  func suggestion(for name: String) -> String? {
    let written = name.split(separator: "/").joined(separator: ".")
    let candidates = Set(
      library.symbols.flatMap { symbol in
        [symbol.qualifiedName, String(symbol.qualifiedName.prefix { $0 != "(" }), symbol.name, String(symbol.baseName)]
      })
    return Spelling.nearest(to: written, in: candidates.sorted())
  }
}

extension Navigation {
  /// Adds the reference at the end; `pages` are the pages of its entries.
  mutating func add(_ reference: APIReference, pages: [Int]) {
    add(Entry(isPart: true, title: "Reference"))
    var places: [Int: Int] = [:]
    var module: Int?
    for (entry, page) in zip(reference.entries, pages) {
      switch entry.content {
      case .module:
        module = entries.count
        add(Entry(title: entry.title, page: page, isFolded: true), isReadInOrder: false)
      case .type(let symbol):
        let parent = reference.library.symbols[symbol].parent.flatMap { places[$0] } ?? module
        places[symbol] = entries.count
        let isNested = parent != module
        let (name, kind) = (reference.library.symbols[symbol].name, reference.library.symbols[symbol].kind)
        add(
          Entry(
            title: isNested ? name : entry.title, symbolKind: kind,
            page: page, parent: parent, isFolded: true), isReadInOrder: false)
      }
    }
  }
}

extension APIReference {
  /// Reads the symbol graphs in `folder`; nil when there are none, or no reference is asked for.
  ///
  /// - Throws: a `Diagnostic` when they cannot be read.
  static func read(_ folder: String?, settings: SiteSettings, root: String) throws(Diagnostic) -> APIReference? {
    guard let groups = settings.reference, let folder, FileManager.default.fileExists(atPath: folder) else {
      return nil
    }
    do {
      let library = try SymbolGraphReader(
        folder: folder, groups: groups.map { ($0.name, $0.parts) }, root: root
      ).library
      return library.isEmpty ? nil : APIReference(library, folder: "reference")
    } catch {
      throw Diagnostic(
        file: folder, message: "the symbol graphs cannot be read: \(error)",
        hint: "remove them, and run “docs verify” again")
    }
  }
}
