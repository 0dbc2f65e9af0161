/// Swift that is tests, which are run as tests.
///
/// The code gets a `main` that runs them, on the line of the closing fence. Tests are found in the whole program, so
/// such an example has one of its own.
struct TestSnippet {
  enum Library: String {
    case swiftTesting, xcTest

    var name: String { self == .swiftTesting ? "Swift Testing" : "XCTest" }
  }

  /// A class of tests with its methods.
  struct Case: Equatable {
    var name: String
    var methods: [Method] = []
  }

  /// A method that is a test.
  struct Method: Equatable {
    var name: String
    var isAsync = false
    var isThrowing = false
    var isOnMainActor = false
  }

  /// The library that runs the tests; nil when the example declares none.
  private(set) var library: Library?
  /// Except on Apple's systems, XCTest does not discover its test cases.
  private(set) var cases: [Case] = []
  /// Something that looks like a test and would not run.
  private(set) var problem: CodeProblem?

  static func library(of example: Example) -> Library? { TestSnippet(example).library }

  init(_ example: Example) {
    guard example.code.contains(where: { $0.text.mentions("Test") || $0.text.mentions("XCT") }) else { return }
    let code = SwiftCode(example).code
    let imports = example.modules
    let finder = CaseFinder(imports.contains("XCTest") ? code : [])
    if imports.contains("Testing"), code.contains(where: { $0.kind == .attribute && $0.text == "@Test" }) {
      library = .swiftTesting
    } else {
      cases = finder.cases
      if !cases.isEmpty { library = .xcTest }
    }
    problem = mistake(in: code, finder.unknown, imports, isRun: example.attributes.isRun)
  }

  private func mistake(
    in code: [SwiftCode.Token], _ unknown: SwiftCode.Token?, _ imports: Set<String>, isRun: Bool
  ) -> CodeProblem? {
    if library != .swiftTesting, let unknown {
      return CodeProblem(
        token: unknown, message: "the tests of '\(unknown.text)' would not run: its superclass is not XCTestCase",
        hint: "make XCTestCase its superclass, or name its methods otherwise")
    }
    guard let library else {
      guard isRun, !imports.isDisjoint(with: ["Testing", "XCTest"]),
        let index = code.indices.first(where: { Self.isExpectation(at: $0, in: code) })
      else { return nil }
      return CodeProblem(
        token: code[index],
        message: "'\(code[index].text)' is outside any test, so its failure is not reported",
        hint: imports.contains("Testing") ? "put it into a '@Test func'" : "put it into a method of an XCTestCase")
    }
    let others = library == .swiftTesting ? ["XCT"] : ["#expect", "#require"]
    let other = code.first { token in
      token.kind != .string && token.text != "XCTest" && others.contains { token.text.hasPrefix($0) }
    }
    if let other {
      return CodeProblem(
        token: other, message: "'\(other.text)' has no effect in tests of \(library.name)",
        hint: "use one library in a fence: #expect in '@Test func', XCTAssert in an XCTestCase")
    }
    return neverChecked(in: code).map { name in
      CodeProblem(
        token: name,
        message: "the expectations of '\(name.text)' are never checked: it is no test, and nothing calls it",
        hint: library == .swiftTesting ? "write @Test before it" : "make it a method 'test...' of an XCTestCase")
    }
  }

  /// The name of a function with expectations that is no test, and that no other code names.
  private func neverChecked(in code: [SwiftCode.Token]) -> SwiftCode.Token? {
    let called: Set = ["setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest"]
    for (index, token) in code.enumerated() where token.isWord("func") && index + 1 < code.count {
      let name = code[index + 1]
      let body = code[index...].drop { !($0.text == "{" && $0.kind != .string) }
      guard let start = body.first else { continue }
      let end = body.dropFirst().firstIndex { $0.text == "}" && $0.braces == start.braces + 1 } ?? code.count
      guard (body.startIndex..<end).contains(where: { Self.isExpectation(at: $0, in: code) }) else { continue }
      let modifiers = code.modifiers(before: index).map(\.text)
      let isTest =
        library == .swiftTesting
        ? modifiers.contains("@Test")
        : cases.contains { $0.methods.contains { $0.name == name.text } }
          && !modifiers.contains { ["static", "class"].contains($0) }
      if isTest || called.contains(name.text) { continue }
      if !code.indices.contains(where: { $0 != index + 1 && code[$0].text == name.text }) { return name }
    }
    return nil
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
    lines.put("@main struct DocsTests { \(run) }", at: example.endLine)
    lines += ReportedIssues.reporter(for: library)
  }

  private static func list(_ cases: [Case]) -> String {
    cases.map { item in
      let tests = item.methods.map { method in
        let function = "\(item.name).\(method.name)"
        let name = method.name.trimming("`")
        if method.isOnMainActor {
          // The class is not sendable, and used by this test alone.
          // The main function is on the main actor as well.
          let effects = (method.isThrowing ? "try " : "") + (method.isAsync ? "await " : "")
          let call = "\(effects)item.\(method.name)()"
          return
            "(\"\(name)\", asyncTest { (item: \(item.name)) in { nonisolated(unsafe) let item = item; \(call) } })"
        }
        return "(\"\(name)\", \(method.isAsync ? "asyncTest(\(function))" : function))"
      }
      return "testCase([\(tests.joined(separator: ", "))])"
    }.joined(separator: ", ")
  }

  /// Moves what XCTest says of the tests from standard output, where it mixes with the example's own, to standard error.
  static func separated(_ output: String, _ errors: String) -> (output: String, errors: String) {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let isSaid = lines.map { line in
      line.hasPrefix("Test Suite '") || line.hasPrefix("Test Case '") || line.hasPrefix("\t Executed ")
        || line.contains(": error: ") || line.contains(" : Test skipped")
    }
    let own = zip(lines, isSaid).filter { !$0.1 }.map(\.0).joined(separator: "\n")
    let said = zip(lines, isSaid).filter { $0.1 }.map { "\($0.0)\n" }.joined()
    return (own, said + errors)
  }
}

/// Finds the subclasses of XCTestCase with the tests that they and their extensions declare.
private struct CaseFinder {
  /// A type, or an extension of one.
  private struct Part {
    var token: SwiftCode.Token
    /// The name with those of the types around it.
    var name: String
    /// Nil for an extension, and for what is no class.
    var superclass: String?
    var isOnMainActor: Bool
    var methods: [TestSnippet.Method] = []
  }

  private var parts: [Part] = []

  init(_ code: [SwiftCode.Token]) {
    // The parts around the token, with the number of braces around their members.
    var open: [(index: Int, braces: Int)] = []
    for (index, token) in code.enumerated() {
      while let last = open.last, token.text == "}", token.braces == last.braces { open.removeLast() }
      let isName = index > 0 && code[index - 1].text == "."
      let isClass = token.isWord("class") && index + 3 < code.count && code[index + 2].text == ":"
      let isOther = ["struct", "enum", "extension"].contains { token.isWord($0) }
      if !isName, index + 2 < code.count, isClass || isOther {
        var parent = index + 3
        while parent + 2 < code.count, code[parent + 1].text == "." { parent += 2 }
        let names = open.map { parts[$0.index].token.text } + [code[index + 1].text]
        open.append((parts.count, token.braces + 1))
        parts.append(
          Part(
            token: code[index + 1], name: names.joined(separator: "."),
            superclass: isClass ? code[parent].text : nil,
            isOnMainActor: code.modifiers(before: index).contains { $0.text == "@MainActor" }))
      } else if token.isWord("func"), index + 3 < code.count, code[index + 1].text.trimming("`").hasPrefix("test"),
        code[index + 2].text == "(", code[index + 3].text == ")", let last = open.last, token.braces == last.braces
      {
        let modifiers = code.modifiers(before: index).map(\.text)
        guard !modifiers.contains(where: { ["static", "private", "class"].contains($0) }) else { continue }
        let effects = code[(index + 4)...].prefix { ["async", "throws"].contains($0.text) }.map(\.text)
        parts[last.index].methods.append(
          TestSnippet.Method(
            name: code[index + 1].text, isAsync: effects.contains("async"), isThrowing: effects.contains("throws"),
            isOnMainActor: modifiers.contains("@MainActor")))
      }
    }
  }

  /// The classes with tests, and the tests that extensions of them declare.
  var cases: [TestSnippet.Case] {
    parts.filter { $0.superclass == "XCTestCase" }.map { type in
      let own = parts.filter { $0.token.text == type.token.text }
      var methods = own.flatMap(\.methods)
      if own.contains(where: \.isOnMainActor) {
        for index in methods.indices { methods[index].isOnMainActor = true }
      }
      return TestSnippet.Case(name: type.name, methods: methods)
    }.filter { !$0.methods.isEmpty }
  }

  /// A class with tests whose superclass is another one.
  var unknown: SwiftCode.Token? {
    parts.first { $0.superclass.map { $0 != "XCTestCase" } ?? false && !$0.methods.isEmpty }?.token
  }
}

extension [SwiftCode.Token] {
  /// The attributes and modifiers before the keyword of a declaration at `index`.
  fileprivate func modifiers(before index: Int) -> [SwiftCode.Token] {
    let words: Set = [
      "public", "internal", "private", "fileprivate", "package", "open", "final", "static", "class", "override",
      "nonisolated", "mutating", "isolated", "unowned", "distributed",
    ]
    var found: [SwiftCode.Token] = []
    var place = index - 1
    while place >= 0 {
      if self[place].text == ")" {
        let depth = self[place].depth - 1
        while place > 0, !(self[place].text == "(" && self[place].depth == depth) { place -= 1 }
        place -= 1
      }
      guard place >= 0, self[place].kind == .attribute || words.contains(self[place].text) else { break }
      found.append(self[place])
      place -= 1
    }
    return found
  }
}
