/// One word of an attribute list, with its argument: `name`, `name=argument`, `name(argument)` or
/// `name "argument"`.
public struct AttributeWord: Sendable, Equatable {
  public var name: String
  public var argument: String?

  /// The argument, which must be there and say something: `ignore=false` would ignore.
  public func text(or hint: String) throws(AttributeProblem) -> String {
    if let argument, argument.contains(where: { $0.isLetter || $0.isNumber }), !["true", "false"].contains(argument) {
      return argument
    }
    throw AttributeProblem(message: "'\(name)' needs a value", hint: hint)
  }

  /// The words after the language on an opening fence. With `names`, only the first ones that are like those, or are among
  /// `systems`: what follows is for programs that show the fence.
  ///
  /// - Throws: `AttributeProblem` when a quotation mark or a parenthesis does not close, or one of `names` follows words for
  ///   other programs.
  public static func words(
    of text: some StringProtocol, like names: [String]? = nil, or systems: [String] = []
  ) throws(AttributeProblem) -> [AttributeWord] {
    var words: [AttributeWord] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      guard let first = rest.first else { return words }
      if let names {
        let name = String(rest.prefix { !" \t,=(\":{[".contains($0) })
        let isArgument = first == "\"" && words.last.map { $0.argument == nil } ?? false
        if !isArgument, !systems.contains(name), Spelling.nearest(to: name, in: names) == nil {
          try refuse(names, in: rest)
          return words
        }
      }
      if first == "\"" {
        guard let last = words.indices.last, words[last].argument == nil else {
          throw AttributeProblem(message: "a quoted text belongs to no attribute", hint: "write it after one")
        }
        words[last].argument = try quoted(&rest)
        continue
      }
      let name = rest.prefix { !" \t,=(\"".contains($0) }
      guard !name.isEmpty else {
        throw AttributeProblem(message: "'\(rest)' does not start with a name", hint: "write name=value or name(value)")
      }
      rest = rest.dropFirst(name.count)
      words.append(AttributeWord(name: String(name), argument: try argument(&rest)))
    }
  }

  private static func refuse(_ names: [String], in rest: Substring) throws(AttributeProblem) {
    let unquoted = rest.replacing(/"[^"]*"|'[^']*'/, with: " ")
    let words = unquoted.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
    guard let name = words.first(where: { names.contains(String($0)) }) else { return }
    throw AttributeProblem(
      message: "'\(name)' follows words for other programs", hint: "write it before them, or quote theirs")
  }

  private static func argument(_ rest: inout Substring) throws(AttributeProblem) -> String? {
    switch rest.first {
    case "(": return try parenthesized(&rest)
    case "=":
      rest.removeFirst()
      if rest.first == "\"" { return try quoted(&rest) }
      let value = rest.prefix { !" \t,".contains($0) }
      rest = rest.dropFirst(value.count)
      return String(value)
    default: return nil
    }
  }

  private static func quoted(_ rest: inout Substring) throws(AttributeProblem) -> String {
    let body = rest.dropFirst()
    guard let end = body.firstIndex(of: "\"") else {
      throw AttributeProblem(message: "a quoted text does not end", hint: "close it with \"")
    }
    rest = body[body.index(after: end)...]
    return String(body[..<end])
  }

  private static func parenthesized(_ rest: inout Substring) throws(AttributeProblem) -> String {
    let body = rest.dropFirst()
    var depth = 1
    var isQuoted = false
    for index in body.indices {
      switch body[index] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      rest = body[body.index(after: index)...]
      return String(body[..<index])
    }
    throw AttributeProblem(message: "a parenthesis does not close", hint: "end it with )")
  }
}

/// An attribute that cannot be understood.
public struct AttributeProblem: Error, Equatable {
  /// The problem.
  public var message: String
  /// The right spelling.
  public var hint: String

  public init(message: String, hint: String) {
    self.message = message
    self.hint = hint
  }
}
