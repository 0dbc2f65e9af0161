import Markdown

/// A public declaration of a library.
struct Symbol: Sendable {
  /// Its kind: the compiler's word, in the order of lists.
  enum Kind: String, Sendable, CaseIterable {
    case `protocol` = "swift.protocol"
    case `class` = "swift.class"
    case structure = "swift.struct"
    case enumeration = "swift.enum"
    case typeAlias = "swift.typealias"
    case macro = "swift.macro"
    case function = "swift.func"
    case variable = "swift.var"
    case associatedType = "swift.associatedtype"
    case initializer = "swift.init"
    case `case` = "swift.enum.case"
    case typeProperty = "swift.type.property"
    case property = "swift.property"
    case typeMethod = "swift.type.method"
    case method = "swift.method"
    case `subscript` = "swift.subscript"
    case `operator` = "swift.func.op"
    /// A type of another library that is extended here.
    case `extension`

    /// Its place in the order of lists.
    var order: Int { Kind.allCases.firstIndex(of: self) ?? 0 }

    /// Whether it has a page of its own.
    var hasPage: Bool { [.protocol, .class, .structure, .enumeration, .extension].contains(self) }

    /// Whether its name is that of a type.
    var isType: Bool { hasPage || self == .typeAlias || self == .associatedType }

    /// Its name for readers, as in “Type alias”.
    var title: String { Self.titles[order] }

    private static let titles = allCases.map { kind in
      let words = "\(kind)".reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
      return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The plural for readers.
    var plural: String {
      if title.hasSuffix("y") { return title.dropLast() + "ies" }
      return title + (title.hasSuffix("s") ? "es" : "s")
    }
  }

  /// A stretch of a declaration.
  struct Fragment: Sendable, Decodable {
    enum Kind: String, Sendable, Decodable {
      case keyword, attribute, number, string, identifier, text
      case type = "typeIdentifier"
      case generic = "genericParameter"
      case externalParameter = "externalParam"
      case internalParameter = "internalParam"

      init(from decoder: any Decoder) throws {
        self = Kind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .text
      }
    }

    var kind: Kind
    var text: String
    /// The compiler's name of the symbol.
    var symbol: String?

    private enum CodingKeys: String, CodingKey {
      case kind
      case text = "spelling"
      case symbol = "preciseIdentifier"
    }
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
  /// Its declaration, with the conditions of the extension around it.
  var declaration: [Fragment]
  /// The Markdown of its doc comment.
  var documentation = Source(name: "", text: "")
  /// The file that it is declared in, and the line from 1.
  var location: (file: String, line: Int)?
  /// The module that declares it.
  var module: String
  var isRequirement = false
  var isDeprecated = false
  /// The platforms' versions that it needs, such as `macOS 13`.
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

  /// The names that its parameters have at a call and inside it.
  var parameterNames: Set<String> {
    let names = declaration.prefix { $0.text != "where" }.map(\.text).joined().matches(of: Self.parameter)
    return Set(names.flatMap { [String($0.1)] + ($0.2.map { [String($0)] } ?? []) })
  }

  nonisolated(unsafe) private static let parameter = /([A-Za-z_][A-Za-z0-9_]*)(?: ([A-Za-z0-9_]+))?:/

  /// The first paragraph of its documentation, on one line.
  var summary: String {
    let lines = String(decoding: documentation.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let paragraph = lines.drop { $0.allSatisfy(\.isWhitespace) }.prefix { !$0.allSatisfy(\.isWhitespace) }
    return paragraph.joined(separator: " ")
  }

  /// Its name without the labels of arguments.
  var baseName: Substring { name.prefix { $0 != "(" } }

  /// The names of the types around it and its own, with dots between them.
  var qualifiedName: String { path.joined(separator: ".") }
}
