/// Whether a word of Swift is a keyword, a type, a call or a plain name, told from the word and its neighbours.
enum WordClass {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func kind(of word: Bytes, after: UInt8, previousWord: Bytes?, rest: Bytes) -> TokenKind {
    let name = String(decoding: word, as: UTF8.self)
    let next = rest.first { $0 != UInt8(ascii: " ") } ?? 0
    let isMember = after == UInt8(ascii: ".")
    let isLabel = next == UInt8(ascii: ":") && ["(", ","].contains(UnicodeScalar(after))

    if isMember ? memberKeywords.contains(name) : reserved.contains(name) && !(isLabel && labels.contains(name)) {
      return .keyword
    }
    if !isMember, !isLabel, let rule = contextual[name], rule.holds(previousWord: previousWord, rest: rest, next: next)
    {
      return .keyword
    }
    if word[0] >= UInt8(ascii: "A"), word[0] <= UInt8(ascii: "Z"), !isLabel { return .type }
    if rest.first == UInt8(ascii: "("), previousWord.map({ String(decoding: $0, as: UTF8.self) }) != "func" {
      return .call
    }
    return .plain
  }

  /// What follows a word that is a keyword only in some places.
  enum Rule {
    /// A word on the same line, as after a modifier.
    case word
    /// A brace, or an effect, or another accessor.
    case accessor
    /// An effect position: before `throws`, an arrow, a brace, `let`, `in`.
    case effect

    func holds(previousWord: Bytes?, rest: Bytes, next: UInt8) -> Bool {
      switch self {
      case .word:
        return rest.first == UInt8(ascii: " ")
          && (next.startsWord || next == UInt8(ascii: "@") || next == UInt8(ascii: "(") && false)
          || rest.first == UInt8(ascii: "(") && startsWithAccessArgument(rest)
      case .accessor:
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "}")
          || (next.startsWord && rest.first == UInt8(ascii: " "))
      case .effect:
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "-") || next == UInt8(ascii: "}")
          || next == UInt8(ascii: "\n") || (next.startsWord && rest.first == UInt8(ascii: " "))
      }
    }

    /// `(set)`, `(unsafe)`, `(safe)`, `(nonsending)` after a modifier.
    private func startsWithAccessArgument(_ rest: Bytes) -> Bool {
      ["(set)", "(unsafe)", "(safe)", "(nonsending)"].contains { rest.starts(with: $0.utf8) }
    }
  }

  private static let memberKeywords: Set<String> = ["self", "init"]

  private static let labels: Set<String> = reserved

  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "_",
  ]

  private static let contextual: [String: Rule] = [
    "actor": .word, "any": .word, "borrowing": .word, "consuming": .word, "convenience": .word, "copy": .word,
    "consume": .word, "discard": .word, "distributed": .word, "dynamic": .word, "each": .word, "final": .word,
    "indirect": .word, "infix": .word, "isolated": .word, "lazy": .word, "macro": .word, "mutating": .word,
    "nonisolated": .word, "nonmutating": .word, "open": .word, "optional": .word, "override": .word,
    "package": .word, "postfix": .word, "prefix": .word, "required": .word, "sending": .word, "some": .word,
    "unowned": .word, "weak": .word, "async": .effect, "reasync": .effect, "get": .accessor, "set": .accessor,
    "willSet": .accessor, "didSet": .accessor, "yield": .word, "unsafe": .word,
  ]
}
