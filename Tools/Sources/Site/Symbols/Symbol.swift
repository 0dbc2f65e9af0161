/// A public declaration of a library.
struct Symbol: Sendable {
  enum Kind: Int, Sendable, CaseIterable {
    case `protocol`, `class`, `struct`, `enum`, `typealias`, `macro`, function, variable
    case associatedType, initializer, `case`, typeProperty, property, typeMethod, method, `subscript`, `operator`
    /// A type of another library that is extended here.
    case extended

    /// Whether it has a page of its own.
    var hasPage: Bool {
      switch self {
      case .protocol, .class, .struct, .enum, .extended: true
      default: false
      }
    }

    /// Whether its name is that of a type.
    var isType: Bool { hasPage || self == .typealias || self == .associatedType }
  }

  /// A stretch of a declaration.
  struct Fragment: Sendable, Equatable {
    enum Kind: Sendable {
      case keyword, attribute, number, string, identifier, type, generic, externalParameter, internalParameter, text
    }

    var kind: Kind
    var text: String
    /// The compiler's name of the symbol.
    var symbol: String?
  }

  /// Something that a type conforms to or inherits from.
  struct Conformance: Sendable, Equatable {
    /// The compiler's name of the protocol.
    var symbol: String
    /// Its name, without the module.
    var name: String
    /// Its conditions, such as `Output: Equatable`; empty if there are none.
    var constraints: [String]
  }

  /// The compiler's name.
  var id: String
  var kind: Kind
  /// The names of the types around it and its own, with the labels of arguments.
  var path: [String]
  var declaration: [Fragment]
  var documentation: DocText
  /// The file that it is declared in, and the line from 1.
  var location: (file: String, line: Int)?
  /// The module that declares it.
  var module: String
  /// The conditions of the constrained extension that declares it.
  var constraints: [String] = []
  var isRequirement = false
  var isDeprecated = false
  /// What platforms' versions it needs, such as `macOS 13`.
  var availability: [String] = []
  var conformances: [Conformance] = []
  /// The number of the symbol around it; nil at the top of its module.
  var parent: Int?
  /// The numbers of the symbols in it.
  var children: [Int] = []

  /// Its name for lists and headings, without the arguments for the place of a call, such as `fileID:`.
  var shortName: String {
    let places: Set<Substring> = ["file", "fileID", "filePath", "function", "line", "column"]
    guard let parameters, let open = name.firstIndex(of: "(") else { return name }
    let kept = parameters.filter { !($0.hasDefault && places.contains($0.label)) }
    return name[...open] + kept.map { "\($0.label):" }.joined() + ")"
  }

  /// Its name with the labels of arguments.
  var name: String { path[path.count - 1] }

  /// The labels of its parameters, and whether each has a default; nil where the declaration does not tell.
  var parameters: [(label: Substring, hasDefault: Bool)]? {
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else { return nil }
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
    var hasDefault: [Bool] = []
    for fragment in declaration {
      if fragment.kind == .keyword, fragment.text == "where" { break }
      if fragment.kind == .externalParameter {
        hasDefault.append(false)
      } else if fragment.kind == .text, fragment.text.contains(" = "), !hasDefault.isEmpty {
        hasDefault[hasDefault.count - 1] = true
      }
    }
    return labels.count == hasDefault.count ? Array(zip(labels, hasDefault)) : nil
  }

  /// Its name without the labels of arguments.
  var baseName: Substring { name.prefix { $0 != "(" } }

  /// The names of the types around it and its own, with dots between them.
  var qualifiedName: String { path.joined(separator: ".") }
}
