import Foundation

/// Reads symbol graphs, the files that the compiler writes of a module's public declarations.
struct SymbolGraphReader {
  private var library = SymbolLibrary()
  private var relationships: [SymbolGraph.Relationship] = []
  /// The numbers of the placeholders for types of other libraries, by module and name.
  private var extended: [String: Int] = [:]
  /// The common prefix of all file paths, which is removed.
  private let root: String

  private init(root: String) {
    self.root = root.hasSuffix("/") ? root : root + "/"
  }

  /// Reads the graphs in `folder` of the modules in `groups`, each group under the name of the module users import.
  static func read(folder: String, groups: [(name: String, modules: [String])], root: String) throws -> SymbolLibrary {
    var reader = SymbolGraphReader(root: root)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".symbols.json") }
    for (index, group) in groups.enumerated() {
      reader.library.modules.append(SymbolLibrary.Module(name: group.name, top: []))
      for module in group.modules {
        let files = names.filter { $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") }.sorted()
        for file in files {
          let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
          reader.add(try JSONDecoder().decode(SymbolGraph.self, from: data), module: module, home: index)
        }
      }
    }
    reader.connect()
    reader.library.sort()
    return reader.library
  }

  private mutating func add(_ graph: SymbolGraph, module: String, home: Int) {
    relationships += graph.relationships
    for symbol in graph.symbols.sorted(by: { $0.identifier.precise < $1.identifier.precise }) {
      guard let kind = Symbol.Kind(identifier: symbol.kind.identifier), library[symbol.identifier.precise] == nil,
        !symbol.pathComponents.contains(where: { $0.hasPrefix("_") })
      else { continue }
      _ = library.add(convert(symbol, kind: kind, module: module), home: home)
    }
  }

  private func convert(_ source: SymbolGraph.Symbol, kind: Symbol.Kind, module: String) -> Symbol {
    let fragments = source.declarationFragments ?? []
    var symbol = Symbol(
      id: source.identifier.precise, kind: kind, path: source.pathComponents,
      declaration: fragments.map(Symbol.Fragment.init), documentation: DocText(), module: module)
    if let comment = source.docComment, comment.module == nil || comment.uri?.hasPrefix("file://") == true {
      symbol.documentation = DocText(
        file: path(comment.uri ?? ""),
        lines: comment.lines.map { line in
          DocText.Line(
            text: line.text, number: (line.range?.start.line ?? 0) + 1, offset: line.range?.start.character ?? 0)
        })
    }
    if let location = source.location {
      symbol.location = (path(location.uri), location.position.line + 1)
    }
    symbol.constraints = (source.swiftExtension?.constraints ?? []).compactMap(\.text)
    for item in source.availability ?? [] {
      if item.isUnconditionallyDeprecated == true { symbol.isDeprecated = true }
      guard let domain = item.domain, let version = item.introduced else { continue }
      let minor = version.minor.flatMap { $0 > 0 ? ".\($0)" : nil } ?? ""
      symbol.availability.append("\(domain) \(version.major)\(minor)")
    }
    return symbol
  }

  private func path(_ uri: String) -> String {
    let path = URL(string: uri)?.path ?? uri
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  private mutating func connect() {
    var parents: [Int: Int] = [:]
    for relationship in relationships {
      guard let source = library[relationship.source] else {
        continue
      }
      switch relationship.kind {
      case "memberOf", "requirementOf", "optionalRequirementOf":
        if relationship.kind != "memberOf" { library.symbols[source].isRequirement = true }
        parents[source] = parent(of: source, relationship)
      case "conformsTo", "inheritsFrom":
        addConformance(to: source, relationship)
      default: break
      }
    }
    for number in library.symbols.indices where library.symbols[number].kind != .extended {
      let parent = parents[number]
      // Members of hidden declarations are hidden too.
      if parent == nil, library.symbols[number].path.count > 1 { continue }
      library.place(number, in: parent)
    }
    for number in library.symbols.indices where library.symbols[number].kind == .extended {
      library.place(number, in: nil)
    }
  }

  /// The symbol around `child`: a type of the same module group, or a placeholder for one of another.
  private mutating func parent(of child: Int, _ relationship: SymbolGraph.Relationship) -> Int? {
    if let parent = library[relationship.target], library.homes[parent] == library.homes[child] { return parent }
    var path = Array(library.symbols[child].path.dropLast())
    let owner: String
    if let parent = library[relationship.target] {
      owner = library.modules[library.homes[parent]].name
      path = library.symbols[parent].path
    } else {
      owner = relationship.targetFallback.map { String($0.prefix { $0 != "." }) } ?? ""
    }
    guard !path.isEmpty else { return nil }
    let home = library.homes[child]
    let key = "\(home) \(path.joined(separator: "."))"
    if let known = extended[key] { return known }
    var symbol = Symbol(
      id: "extended:\(key)", kind: .extended, path: path,
      declaration: [
        Symbol.Fragment(kind: .keyword, text: "extension"), Symbol.Fragment(kind: .text, text: " "),
        Symbol.Fragment(
          kind: .type, text: path.joined(separator: "."),
          symbol: library[relationship.target] == nil ? nil : relationship.target),
      ],
      documentation: DocText(), module: owner)
    symbol.conformances = []
    let number = library.add(symbol, home: home)
    extended[key] = number
    return number
  }

  private mutating func addConformance(to number: Int, _ relationship: SymbolGraph.Relationship) {
    let name =
      library[relationship.target].map { library.symbols[$0].qualifiedName }
      ?? relationship.targetFallback.map { String($0.drop { $0 != "." }.dropFirst()) } ?? ""
    // Every type has these unless it says otherwise.
    guard !name.isEmpty, !["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"].contains(name) else {
      return
    }
    let conformance = Symbol.Conformance(
      symbol: relationship.target, name: name,
      constraints: (relationship.swiftConstraints ?? []).compactMap(\.text))
    if !library.symbols[number].conformances.contains(where: { $0.symbol == conformance.symbol }) {
      library.symbols[number].conformances.append(conformance)
      library.symbols[number].conformances.sort { ($0.name, $0.symbol) < ($1.name, $1.symbol) }
    }
  }
}

extension SymbolLibrary {
  /// Reads the symbol graphs in `folder`. `groups` has the names that users import, each with its modules.
  /// Paths below `root` are made relative to it.
  ///
  /// - Throws: what keeps a graph from being read.
  init(folder: String, groups: [(name: String, modules: [String])], root: String) throws {
    self = try SymbolGraphReader.read(folder: folder, groups: groups, root: root)
  }
}

extension SymbolGraph.Constraint {
  /// Nil for kinds that the declaration shows, such as that two parameter packs have the same shape.
  fileprivate var text: String? {
    switch kind {
    case "conformance", "superclass": "\(lhs): \(rhs)"
    case "sameType": "\(lhs) == \(rhs)"
    default: nil
    }
  }
}

extension Symbol.Fragment {
  fileprivate init(_ fragment: SymbolGraph.Symbol.Fragment) {
    let kind: Symbol.Fragment.Kind =
      switch fragment.kind {
      case "keyword": .keyword
      case "attribute": .attribute
      case "number": .number
      case "string": .string
      case "identifier": .identifier
      case "typeIdentifier": .type
      case "genericParameter": .generic
      case "externalParam": .externalParameter
      case "internalParam": .internalParameter
      default: .text
      }
    self.init(kind: kind, text: fragment.spelling, symbol: fragment.preciseIdentifier)
  }
}

extension Symbol.Kind {
  fileprivate init?(identifier: String) {
    switch identifier {
    case "swift.protocol": self = .protocol
    case "swift.class": self = .class
    case "swift.struct": self = .struct
    case "swift.enum": self = .enum
    case "swift.typealias": self = .typealias
    case "swift.macro": self = .macro
    case "swift.func": self = .function
    case "swift.var": self = .variable
    case "swift.associatedtype": self = .associatedType
    case "swift.init": self = .initializer
    case "swift.enum.case": self = .case
    case "swift.type.property": self = .typeProperty
    case "swift.property", "swift.ivar": self = .property
    case "swift.type.method": self = .typeMethod
    case "swift.method": self = .method
    case "swift.subscript", "swift.type.subscript": self = .subscript
    case "swift.func.op": self = .operator
    default: return nil
    }
  }
}
