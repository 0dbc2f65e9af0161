import Markdown

/// The meaning of the words after `swift` on an opening fence, which `Tools/README.md` lists.
public struct Attributes: Sendable, Equatable {
  /// The expected result of the example.
  public enum Outcome: Sendable, Equatable {
    case succeeds
    case compiles
    case compileError(containing: String)
    case trap(containing: String?)
    case exit(code: Int32?, containing: String?)
    case issue(containing: String?)

    var isIssue: Bool { if case .issue = self { true } else { false } }
  }

  public var outcome = Outcome.succeeds
  /// Why the example is not checked; nil when it is.
  public var ignored: String?
  public var isUnordered = false
  /// The time limit in seconds; nil for the configuration's.
  public var timeout: Double?
  public var requires: [String] = []
  /// Whether it must print a picture.
  public var isDiagram = false
  /// Whether the code belongs into a `Package.swift`.
  public var isManifest = false
  /// The fences before it on the page that it builds on: those of a group, or all if this is empty; nil for none.
  public var continues: String?
  /// `5` or `6`; nil for 6.
  public var languageMode: String?

  public init() {}

  /// Whether to run the example after compiling it.
  public var isRun: Bool {
    switch outcome {
    case .compiles, .compileError: false
    case .succeeds, .trap, .exit, .issue: !isManifest
    }
  }
}

extension Attributes {
  /// Reads the text after `swift` on an opening fence, over the attributes that hold without it. Words are separated by
  /// blanks or commas. On a fence, what begins with a word that is like none of these is for programs that show it.
  public init(
    parsing text: some StringProtocol, over base: Attributes = Attributes(), isOnFence: Bool = false
  ) throws(AttributeProblem) {
    self = base
    let words = try AttributeWord.words(of: text, like: isOnFence ? Self.names : nil, or: Self.systems)
    for word in words { try apply(word) }
    let twice = words.first { word in word.name != "requires" && words.count { $0.name == word.name } > 1 }
    if let twice {
      throw AttributeProblem(message: "'\(twice.name)' is given twice", hint: "keep one of them")
    }
    for alternatives in Self.alternatives {
      let found = words.filter { alternatives.contains($0.name) }
      guard found.count > 1 else { continue }
      throw AttributeProblem(
        message: "'\(found[0].name)' and '\(found[1].name)' contradict each other", hint: "keep one of them")
    }
    if !isRun, let word = words.first(where: { ["unordered", "diagram", "timeout"].contains($0.name) }) {
      throw AttributeProblem(
        message: "'\(word.name)' has no effect on an example that is not run",
        hint: "remove it, or what keeps it from running")
    }
    let systems = Set(requires)
    if systems.count(where: { !$0.hasPrefix("!") }) > 1 || systems.contains(where: { systems.contains("!" + $0) }) {
      throw AttributeProblem(message: "no system meets all of 'requires'", hint: "keep one of them")
    }
  }

  private mutating func apply(_ word: AttributeWord) throws(AttributeProblem) {
    if let flag = Attributes.flags[word.name] {
      guard word.argument == nil else {
        throw AttributeProblem(message: "'\(word.name)' takes no value", hint: "write it alone, or leave it out")
      }
      return flag(&self)
    }
    switch word.name {
    case "ignore": ignored = try word.text(or: "say why, as in ignore(needs a network)")
    case "fails": outcome = try Attributes.failure(word)
    case "compile-fail":
      let hint = "quote a word of the error or more, as in compile-fail \"cannot find\""
      let text = try word.text(or: hint)
      guard text.split(whereSeparator: { !$0.isLetter }).contains(where: { $0.count > 1 }) else {
        throw AttributeProblem(message: "any error contains \"\(text)\"", hint: hint)
      }
      outcome = .compileError(containing: text)
    case "group": continues = try word.text(or: "name the group, as in group=setup")
    case "timeout": timeout = try Attributes.seconds(word)
    case "requires": requires.append(try Attributes.system(word))
    case _ where Attributes.systems.contains(word.name):
      throw AttributeProblem(
        message: "'requires' names one system", hint: "write requires=!windows for all systems but one")
    default:
      let near = Spelling.nearest(to: word.name, in: Attributes.names).map { "did you mean '\($0)'?" }
      throw AttributeProblem(
        message: "unknown attribute '\(word.name)'",
        hint: near ?? "known are " + Attributes.names.joined(separator: ", "))
    }
  }

  /// Words of which there can be one.
  private static let alternatives = [
    ["no-run", "fails", "compile-fail"], ["manifest", "fails"], ["swift5", "swift6"], ["group", "continues"],
  ]

  /// The words without a value.
  private static let flags: [String: @Sendable (inout Attributes) -> Void] = [
    "no-run": { $0.outcome = .compiles },
    "unordered": { $0.isUnordered = true },
    "manifest": { $0.isManifest = true },
    "diagram": { $0.isDiagram = true },
    "continues": { $0.continues = "" },
    "swift5": { $0.languageMode = "5" },
    "swift6": { $0.languageMode = "6" },
  ]

  private static let names =
    flags.keys.sorted() + ["ignore", "fails", "compile-fail", "group", "timeout", "requires"]

  private static let systems = ["linux", "macos", "windows"]

  private static func system(_ word: AttributeWord) throws(AttributeProblem) -> String {
    let text = try word.text(or: "name a system, as in requires=linux")
    let name = text.drop { $0 == "!" }.lowercased()
    guard systems.contains(name), text.count - name.count <= 1 else {
      let hint = Spelling.nearest(to: name, in: systems).map { "did you mean '\($0)'?" }
      throw AttributeProblem(
        message: "'requires=\(text)' names an unknown system", hint: hint ?? "known are linux, macos and windows")
    }
    return text.lowercased()
  }

  private static func failure(_ word: AttributeWord) throws(AttributeProblem) -> Outcome {
    let argument = word.argument ?? ""
    let match = argument.wholeMatch(of: /\s*(trap|issue|exit)(?:\s+(-?\d+))?(?:\s*"([^"]*)")?\s*/)
    let code = match?.2.flatMap { Int32($0) }
    let text = match?.3.map(String.init)
    guard let match, (match.2 == nil) == (code == nil), !(text?.allSatisfy(\.isWhitespace) ?? false) else {
      throw unknownFailure(argument)
    }
    switch match.1 {
    case "trap" where code == nil: return .trap(containing: text)
    case "issue" where code == nil: return .issue(containing: text)
    case "exit" where code != 0: return .exit(code: code, containing: text)
    default: throw unknownFailure(argument)
    }
  }

  private static func unknownFailure(_ argument: String) -> AttributeProblem {
    AttributeProblem(
      message: "'fails(\(argument))' is not a way to fail",
      hint: "write fails(trap \"text\"), fails(exit 1 \"text\") or fails(issue \"text\")")
  }

  private static func seconds(_ word: AttributeWord) throws(AttributeProblem) -> Double {
    let text = word.argument ?? ""
    let unit = text.drop { $0.isNumber || $0 == "." }
    let factors: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60]
    guard let number = Double(text.dropLast(unit.count)), let factor = factors[unit], number > 0 else {
      throw AttributeProblem(message: "'timeout=\(text)' is not a time", hint: "write timeout=5s or timeout=500ms")
    }
    guard number * factor <= 3600 else {
      throw AttributeProblem(message: "'timeout=\(text)' is more than an hour", hint: "write at most timeout=60m")
    }
    return number * factor
  }
}
