import Foundation
import Markdown

/// Reads symbol graphs, the files that the compiler writes of a module's public declarations.
struct SymbolGraphReader {
  private(set) var library = SymbolLibrary()
  private var relationships: [SymbolGraph.Relationship] = []
  /// The numbers of the placeholders for types of other libraries, by module and name.
  private var extended: [String: Int] = [:]
  /// The common prefix of all file paths, which is removed.
  private let root: String

  /// Reads the graphs in `folder` of the modules in `groups`, each group under the name of the module users import.
  /// Paths below `root` are made relative to it.
  ///
  /// - Throws: what keeps a graph from being read.
  init(folder: String, groups: [(name: String, modules: [String])], root: String) throws {
    self.root = root.hasSuffix("/") ? root : root + "/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".symbols.json") }
    for (index, group) in groups.enumerated() {
      library.modules.append(SymbolLibrary.Module(name: group.name, top: []))
      for module in group.modules {
        let files = names.filter { $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") }.sorted()
        for file in files {
          let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
          add(try JSONDecoder().decode(SymbolGraph.self, from: data), module: module, home: index)
        }
      }
    }
    connect()
    library.sort()
  }

  private mutating func add(_ graph: SymbolGraph, module: String, home: Int) {
    relationships += graph.relationships
    for symbol in graph.symbols.sorted(by: { $0.identifier.precise < $1.identifier.precise }) {
      guard let kind = symbol.kind.known, library[symbol.identifier.precise] == nil,
        !symbol.pathComponents.contains(where: { $0.hasPrefix("_") })
      else { continue }
      _ = library.add(convert(symbol, kind: kind, module: module), home: home)
    }
  }

  private func convert(_ source: SymbolGraph.Symbol, kind: Symbol.Kind, module: String) -> Symbol {
    var symbol = Symbol(
      id: source.identifier.precise, kind: kind, path: source.pathComponents,
      declaration: source.declarationFragments ?? [], module: module)
    if let comment = source.docComment, comment.module == nil || comment.uri?.hasPrefix("file://") == true {
      symbol.documentation = text(of: comment)
    }
    if let location = source.location {
      symbol.location = (path(location.uri), location.position.line + 1)
    }
    let conditions = (source.swiftExtension?.constraints ?? []).compactMap(\.text)
    if !conditions.isEmpty, !symbol.declaration.contains(where: { $0.text == "where" }) {
      symbol.declaration += [Symbol.Fragment(kind: .text, text: " "), Symbol.Fragment(kind: .keyword, text: "where")]
      for (index, condition) in conditions.enumerated() {
        symbol.declaration.append(Symbol.Fragment(kind: .text, text: index == 0 ? " " : ", "))
        symbol.declaration.append(Symbol.Fragment(kind: .text, text: condition))
      }
    }
    for item in source.availability ?? [] {
      if item.isUnconditionallyDeprecated == true { symbol.isDeprecated = true }
      guard let domain = item.domain, let version = item.introduced else { continue }
      let minor = version.minor.flatMap { $0 > 0 ? ".\($0)" : nil } ?? ""
      symbol.availability.append("\(domain) \(version.major)\(minor)")
    }
    return symbol
  }

  private func text(of comment: SymbolGraph.Comment) -> Source {
    let (uri, first) = (comment.uri ?? "", (comment.lines.first?.range?.start.line ?? 0) + 1)
    // The compiler takes some stars of a comment for text.
    if comment.lines.contains(where: { $0.text.first { $0 != " " } == "*" }),
      let file = try? Source(path: URL(string: uri)?.path ?? uri, name: path(uri)),
      let text = file.blockCommentText(at: first)
    {
      return text
    }
    return Source(
      name: path(uri), from: first, lines: comment.lines.map { ($0.range?.start.character ?? 0, $0.text) })
  }

  private func path(_ uri: String) -> String {
    let path = URL(string: uri)?.path ?? uri
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  private mutating func connect() {
    var parents: [Int: Int] = [:]
    for relationship in relationships {
      guard let source = library[relationship.source] else { continue }
      switch relationship.kind {
      case "memberOf", "requirementOf", "optionalRequirementOf":
        if relationship.kind != "memberOf" { library.symbols[source].isRequirement = true }
        parents[source] = parent(of: source, relationship)
      case "conformsTo", "inheritsFrom": addConformance(to: source, relationship)
      default: break
      }
    }
    // Members of hidden declarations are hidden too. Placeholders come last.
    let own = library.symbols.indices.filter { number in
      library.symbols[number].kind != .extension
        && (parents[number] != nil || library.symbols[number].path.count == 1)
    }
    for number in own + extended.values.sorted() { library.place(number, in: parents[number]) }
  }

  /// The symbol around `child`: a type of the same module group, or a placeholder for one of another.
  private mutating func parent(of child: Int, _ relationship: SymbolGraph.Relationship) -> Int? {
    let home = library.homes[child]
    let type = library[relationship.target]
    if let type, library.homes[type] == home { return type }
    let path = type.map { library.symbols[$0].path } ?? Array(library.symbols[child].path.dropLast())
    let owner =
      type.map { library.modules[library.homes[$0]].name }
      ?? relationship.targetFallback.map { String($0.prefix { $0 != "." }) } ?? ""
    guard !path.isEmpty else { return nil }
    let name = path.joined(separator: ".")
    let key = "\(home) \(name)"
    if let known = extended[key] { return known }
    let placeholder = Symbol(
      id: "extended:\(key)", kind: .extension, path: path,
      declaration: [
        Symbol.Fragment(kind: .keyword, text: "extension"), Symbol.Fragment(kind: .text, text: " "),
        Symbol.Fragment(kind: .type, text: name, symbol: type == nil ? nil : relationship.target),
      ],
      module: owner)
    extended[key] = library.add(placeholder, home: home)
    return extended[key]
  }

  private mutating func addConformance(to number: Int, _ relationship: SymbolGraph.Relationship) {
    let name =
      library[relationship.target].map { library.symbols[$0].qualifiedName }
      ?? relationship.targetFallback.map { String($0.drop { $0 != "." }.dropFirst()) } ?? ""
    // Every type has these unless it says otherwise.
    let common = ["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"]
    guard !name.isEmpty, !common.contains(name) else { return }
    let conformance = Symbol.Conformance(
      symbol: relationship.target, name: name,
      constraints: (relationship.swiftConstraints ?? []).compactMap(\.text).filter { constraint in
        !common.contains { constraint.hasSuffix(": \($0)") }
      })
    if !library.symbols[number].conformances.contains(where: { $0.symbol == conformance.symbol }) {
      library.symbols[number].conformances.append(conformance)
      library.symbols[number].conformances.sort { ($0.name, $0.symbol) < ($1.name, $1.symbol) }
    }
  }
}

/// The parts of a symbol graph that are read.
private struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Symbol: Decodable {
    struct Kind: Decodable {
      var identifier: String

      /// Nil for kinds that have no place in the reference.
      var known: Site.Symbol.Kind? {
        switch identifier {
        case "swift.ivar": .property
        case "swift.type.subscript": .subscript
        default: Site.Symbol.Kind(rawValue: identifier)
        }
      }
    }
    struct Identifier: Decodable { var precise: String }
    struct Location: Decodable {
      var uri: String
      var position: Position
    }
    struct Extension: Decodable { var constraints: [Constraint]? }

    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Site.Symbol.Fragment]?
    var docComment: Comment?
    var location: Location?
    var swiftExtension: Extension?
    var availability: [Availability]?
  }

  struct Comment: Decodable {
    struct Line: Decodable {
      struct Range: Decodable { var start: Position }
      var text: String
      var range: Range?
    }
    var uri, module: String?
    var lines: [Line]
  }

  struct Position: Decodable { var line, character: Int }

  struct Availability: Decodable {
    struct Version: Decodable {
      var major: Int
      var minor: Int?
    }
    var domain: String?
    var introduced: Version?
    var isUnconditionallyDeprecated: Bool?
  }

  struct Constraint: Decodable {
    var kind, lhs, rhs: String

    /// Nil for kinds that the declaration shows, such as that two parameter packs have the same shape.
    var text: String? {
      switch kind {
      case "conformance", "superclass": "\(lhs): \(rhs)"
      case "sameType": "\(lhs) == \(rhs)"
      default: nil
      }
    }
  }

  struct Relationship: Decodable {
    var kind, source, target: String
    var targetFallback: String?
    var swiftConstraints: [Constraint]?
  }
}
