/// Swift that is tests, which are run as tests.
///
/// The code gets a `main` that runs them, on the line of the closing fence. Tests are found in the whole program, so
/// such an example has one of its own.
struct TestSnippet {
  enum Library: String {
    case swiftTesting, xcTest
  }

  /// A class of tests with its methods.
  struct Case: Equatable {
    var name: String
    var methods: [(name: String, isAsync: Bool)] = []

    static func == (one: Case, other: Case) -> Bool {
      one.name == other.name && one.methods.elementsEqual(other.methods) { $0 == $1 }
    }
  }

  /// Something that looks like a test and would not run.
  struct Problem: Equatable {
    var line: Int
    var column: Int
    var message: String
    var hint: String
  }

  /// The library that runs the tests; nil when the example declares none.
  private(set) var library: Library?
  /// Except on Apple's systems, XCTest does not discover its test cases.
  private(set) var cases: [Case] = []
  private(set) var problem: Problem?

  static func library(of example: Example) -> Library? { TestSnippet(example).library }

  init(_ example: Example) {
    guard example.code.contains(where: { $0.text.mentions("Test") || $0.text.mentions("XCT") }) else { return }
    let code = SwiftCode(example)
    let imports = code.imports
    if imports.contains("Testing"), code.code.contains(where: { $0.kind == .attribute && $0.text == "@Test" }) {
      library = .swiftTesting
    } else if imports.contains("XCTest") {
      var finder = CaseFinder(code.code)
      cases = finder.cases()
      if !cases.isEmpty { library = .xcTest }
      if let found = finder.unknown {
        problem = Problem(
          line: example.code[found.token.line].number, column: place(found.token, example),
          message: "the tests of '\(found.token.text)' would not run: '\(found.superclass)' is not declared here",
          hint: "make it a subclass of XCTestCase, or of a class in the example")
      }
    }
    guard library == nil, problem == nil, example.attributes.isRun, !imports.isDisjoint(with: ["Testing", "XCTest"])
    else { return }
    for (index, token) in code.code.enumerated() where Self.isExpectation(at: index, in: code.code) {
      let remedy = imports.contains("Testing") ? "put it into a '@Test func'" : "put it into a method of an XCTestCase"
      problem = Problem(
        line: example.code[token.line].number, column: place(token, example),
        message: "'\(token.text)' is outside any test, so its failure is not reported", hint: remedy)
      return
    }
  }

  private func place(_ token: SwiftCode.Token, _ example: Example) -> Int {
    example.code[token.line].indentation.utf8.count + token.offset + 1
  }

  private static func isExpectation(at index: Int, in code: [SwiftCode.Token]) -> Bool {
    let token = code[index]
    guard token.kind != .string else { return false }
    if ["#expect", "#require"].contains(token.text) || token.text.hasPrefix("XCTAssert") { return true }
    if ["XCTFail", "XCTUnwrap"].contains(token.text) { return true }
    return token.text == "Issue" && index + 2 < code.count && code[index + 1].text == "."
      && code[index + 2].text == "record"
  }

  /// Puts `main` after the code.
  static func complete(_ lines: inout [String], for example: Example) {
    let snippet = TestSnippet(example)
    guard let library = snippet.library else { return }
    let run =
      switch library {
      case .swiftTesting: "static func main() async { docsWatchIssues(); await Testing.__swiftPMEntryPoint() as Never }"
      case .xcTest:
        "@MainActor static func main() { docsWatchIssues(); XCTMain([\(list(snippet.cases))]) }"
      }
    while lines.count < example.endLine { lines.append("") }
    lines[example.endLine - 1] = "@main struct DocsTests { \(run) }"
    lines += ReportedIssues.reporter(for: library)
  }

  private static func list(_ cases: [Case]) -> String {
    cases.map { item in
      let tests = item.methods.map { method in
        let function = "\(item.name).\(method.name)"
        return "(\"\(method.name)\", \(method.isAsync ? "asyncTest(\(function))" : function))"
      }
      return "testCase([\(tests.joined(separator: ", "))])"
    }.joined(separator: ", ")
  }

  /// Moves what XCTest says of the tests from standard output, where it mixes with the example's own, to standard error.
  static func separated(_ output: String, _ errors: String) -> (output: String, errors: String) {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let isSaid = lines.map { line in
      line.hasPrefix("Test Suite '") || line.hasPrefix("Test Case '") || line.hasPrefix("\t Executed ")
        || line.contains(": error: ")
    }
    let own = zip(lines, isSaid).filter { !$0.1 }.map(\.0).joined(separator: "\n")
    let said = zip(lines, isSaid).filter { $0.1 }.map { "\($0.0)\n" }.joined()
    return (own, said + errors)
  }
}

/// Finds the subclasses of XCTestCase, also those of a subclass, with the tests that they and their extensions declare or
/// inherit.
private struct CaseFinder {
  private typealias Method = (name: String, isAsync: Bool)

  /// A class, or an extension of one.
  private struct Part {
    var token: SwiftCode.Token
    /// Nil for an extension.
    var superclass: String?
    var methods: [Method] = []
  }

  private var parts: [Part] = []
  /// A class with tests whose superclass is not in the code.
  private(set) var unknown: (token: SwiftCode.Token, superclass: String)?

  init(_ code: [SwiftCode.Token]) {
    // The parts around the token, with the number of braces around their members.
    var open: [(index: Int, braces: Int)] = []
    for (index, token) in code.enumerated() {
      while let last = open.last, token.text == "}", token.braces == last.braces { open.removeLast() }
      let isName = index > 0 && code[index - 1].text == "."
      let isExtension = token.isWord("extension")
      if !isName, index + 3 < code.count, isExtension || token.isWord("class") && code[index + 2].text == ":" {
        var parent = index + 3
        while parent + 2 < code.count, code[parent + 1].text == "." { parent += 2 }
        open.append((parts.count, token.braces + 1))
        parts.append(Part(token: code[index + 1], superclass: isExtension ? nil : code[parent].text))
      } else if token.isWord("func"), index + 3 < code.count, code[index + 1].text.hasPrefix("test"),
        code[index + 2].text == "(", code[index + 3].text == ")", let last = open.last, token.braces == last.braces
      {
        let modifiers = code[..<index].reversed().prefix {
          $0.line == token.line && !["}", "{", ";"].contains($0.text)
        }
        guard !modifiers.contains(where: { ["static", "private", "class"].contains($0.text) }) else { continue }
        let isAsync = index + 4 < code.count && code[index + 4].text == "async"
        parts[last.index].methods.append((code[index + 1].text, isAsync))
      }
    }
  }

  mutating func cases() -> [TestSnippet.Case] {
    var superclasses: [String: String] = [:]
    var declared: [String: [Method]] = [:]
    for part in parts {
      if let superclass = part.superclass { superclasses[part.token.text] = superclass }
      declared[part.token.text, default: []] += part.methods
    }
    var result: [TestSnippet.Case] = []
    for part in parts {
      let name = part.token.text
      guard var superclass = part.superclass else { continue }
      var methods = declared[name] ?? []
      var seen: Set<String> = [name]
      while superclass != "XCTestCase", let next = superclasses[superclass], seen.insert(superclass).inserted {
        let inherited = (declared[superclass] ?? []).filter { method in !methods.contains { $0.name == method.name } }
        methods = inherited + methods
        superclass = next
      }
      guard !methods.isEmpty else { continue }
      if superclass == "XCTestCase" {
        result.append(TestSnippet.Case(name: name, methods: methods))
      } else if unknown == nil {
        unknown = (part.token, superclass)
      }
    }
    return result
  }
}
