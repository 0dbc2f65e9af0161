/// What is read of a symbol graph, the file that the compiler writes of a module's public declarations.
struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    struct Fragment: Decodable {
      var kind, spelling: String
      var preciseIdentifier: String?
    }
    struct Location: Decodable {
      var uri: String
      var position: Position
    }
    struct Extension: Decodable { var constraints: [Constraint]? }

    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Fragment]?
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

  struct Constraint: Decodable { var kind, lhs, rhs: String }

  struct Relationship: Decodable {
    var kind, source, target: String
    var targetFallback: String?
    var swiftConstraints: [Constraint]?
  }
}
