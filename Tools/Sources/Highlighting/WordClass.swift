/// Tells whether a word of Swift is a keyword, a type, a call or a plain name, from the word and its neighbours.
struct WordClass {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let name: String
  private let after: UInt8
  private let previous: Bytes
  private let rest: Bytes
  /// The first byte after the word that is not a space.
  private let next: UInt8

  /// - Parameters:
  ///   - after: the last byte before the word that is not space or comment; `a` if that byte is part of a word.
  ///   - previous: the word before, if only space is between them.
  ///   - rest: the code after the word.
  init(word: Bytes, after: UInt8, previous: Bytes, rest: Bytes) {
    self.name = String(decoding: word, as: UTF8.self)
    self.after = after
    self.previous = previous
    self.rest = rest
    self.next = rest.first { $0 != UInt8(ascii: " ") } ?? 0
  }

  var kind: TokenKind {
    let isMember = after == UInt8(ascii: ".")
    if isMember ? Self.memberKeywords.contains(name) : isKeyword { return .keyword }
    if let first = name.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z"), !isLabel { return .type }
    return rest.first == UInt8(ascii: "(") && !previous.elementsEqual("func".utf8) ? .call : .plain
  }

  private var isKeyword: Bool {
    if Self.reserved.contains(name) {
      return Self.neverLabels.contains(name) || !(isLabel || isOuterLabel)
    }
    guard !isLabel, let rule = Self.contextual[name] else { return false }
    switch rule {
    case .modifier: return isBeforeDeclaration || hasModifierArgument
    case .type:
      if name == "isolated", after == UInt8(ascii: ":") { return true }
      return isBeforeWord && !isOuterLabel || hasModifierArgument
    case .effect:
      return [UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: "}"), UInt8(ascii: "\n")].contains(next)
        || isBeforeWord || nextWord == "where" || (nextWord == "in" && after == UInt8(ascii: ")"))
    case .accessor:
      return next == UInt8(ascii: "{") || next == UInt8(ascii: "}") || isBeforeWord
    }
  }

  /// A word before a colon, where an argument starts, or where a trailing closure after another does.
  private var isLabel: Bool {
    guard next == UInt8(ascii: ":") else { return false }
    return [UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: "[")].contains(after)
      || (after == UInt8(ascii: "}") && name != "default")
  }

  /// The outer of a parameter's two names.
  private var isOuterLabel: Bool {
    guard after == UInt8(ascii: "(") || after == UInt8(ascii: ","), isBeforeWord else { return false }
    let afterWord = rest.drop { $0 == UInt8(ascii: " ") }.drop { $0.continuesWord || $0 == UInt8(ascii: "`") }
    return afterWord.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
  }

  /// The word that follows on the same line; empty when none does.
  private var nextWord: String {
    guard rest.first == UInt8(ascii: " "), next.startsWord else { return "" }
    return String(
      decoding: rest.drop { $0 == UInt8(ascii: " ") }.prefix { $0.continuesWord }, as: UTF8.self)
  }

  private var isBeforeWord: Bool {
    rest.first == UInt8(ascii: " ") && (next.startsWord || next == UInt8(ascii: "@") || next == UInt8(ascii: "`"))
      && !Self.connectives.contains(nextWord)
  }

  private var isBeforeDeclaration: Bool {
    if next == UInt8(ascii: "@"), rest.first == UInt8(ascii: " ") { return true }
    let word = nextWord
    return Self.declarations.contains(word) || Self.contextual[word] == .modifier
  }

  /// `(set)` and the like, right after a modifier.
  private var hasModifierArgument: Bool {
    guard rest.first == UInt8(ascii: "("), Self.modifiersWithArguments.contains(name) else { return false }
    return Self.modifierArguments.contains { rest.dropFirst().starts(with: $0.utf8) }
  }

  /// The context in which a word is a keyword that is a name anywhere else.
  private enum Rule {
    /// A declaration follows.
    case modifier
    /// A type or a value follows.
    case type
    /// It is written where `throws` is.
    case effect
    /// It starts the body of an accessor.
    case accessor
  }

  private static let memberKeywords: Set<String> = ["self", "init", "Type", "Protocol"]
  private static let neverLabels: Set<String> = ["_", "let", "var", "inout", "true", "false", "nil", "self"]
  private static let connectives: Set<String> = ["in", "is", "as", "else", "where"]
  private static let modifierArguments = ["set", "unsafe", "safe", "nonsending"]
  private static let modifiersWithArguments: Set<String> = [
    "fileprivate", "internal", "nonisolated", "open", "package", "private", "public", "unowned",
  ]
  private static let declarations: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "internal", "let", "operator", "private", "protocol", "public", "static", "struct", "subscript", "typealias", "var",
    "borrowing", "consuming", "didSet", "get", "nonisolated", "set", "unowned", "weak", "willSet",
  ]

  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "_",
  ]

  private static let contextual: [String: Rule] = [
    "actor": .type, "any": .type, "async": .effect, "borrowing": .type, "consume": .type, "consuming": .type,
    "convenience": .modifier, "copy": .type, "didSet": .accessor, "discard": .type, "distributed": .modifier,
    "dynamic": .modifier, "each": .type, "final": .modifier, "get": .accessor, "indirect": .modifier,
    "infix": .modifier, "isolated": .type, "lazy": .modifier, "macro": .type, "mutating": .modifier,
    "nonisolated": .type, "nonmutating": .modifier, "open": .modifier, "optional": .modifier,
    "override": .modifier, "package": .modifier, "postfix": .modifier, "prefix": .modifier, "reasync": .effect,
    "required": .modifier, "sending": .type, "set": .accessor, "some": .type, "unowned": .type, "unsafe": .type,
    "weak": .type, "willSet": .accessor, "yield": .type,
  ]
}
