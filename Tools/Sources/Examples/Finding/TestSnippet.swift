/// Swift that is tests, which are run as tests.
///
/// The code gets a `main` that runs them, on the line of the closing fence. Tests are found in the whole program, so
/// such an example has one of its own.
struct TestSnippet {
  enum Library: String {
    case swiftTesting, xcTest

    var name: String { self == .swiftTesting ? "Swift Testing" : "XCTest" }
  }

  /// The library that runs the tests; nil when the example declares none.
  private(set) var library: Library?
  /// The test cases in Swift, since XCTest does not discover them except on Apple's systems.
  private(set) var cases: [String] = []
  /// The methods of these that are tests, as in `Case.testMethod`.
  private(set) var methods: [String] = []
  /// Something that looks like a test and would not run.
  private(set) var problem: CodeProblem?

  static func library(of example: Example) -> Library? { TestSnippet(example).library }

  init(_ example: Example) {
    guard example.code.contains(where: { $0.text.mentions("Test") || $0.text.mentions("XCT") }) else { return }
    let code = SwiftCode(example)
    let imports = example.modules
    if imports.contains("Testing"), code.code.contains(where: { $0.kind == .attribute && $0.text == "@Test" }) {
      library = .swiftTesting
    } else if imports.contains("XCTest") {
      problem = findCases(in: code)
    }
    if problem == nil { problem = mistake(in: code.code, imports, isRun: example.attributes.isRun) }
  }

  /// Finds the subclasses of XCTestCase with the tests that they and their extensions declare. Returns the problem with a
  /// class of tests whose superclass is another one.
  private mutating func findCases(in code: SwiftCode) -> CodeProblem? {
    let declarations = code.declarations
    for (index, type) in declarations.enumerated() {
      guard let superclass = code.superclass(of: type) else { continue }
      let isCase = superclass == "XCTestCase"
      let parts = isCase ? declarations.indices.filter { declarations[$0].isPart(of: type) } : [index]
      let tests = declarations.filter { $0.type.map(parts.contains) ?? false && code.isTest($0) }
      if tests.isEmpty { continue }
      guard isCase else {
        return CodeProblem(
          token: type.token,
          message: "the tests of '\(type.token.text)' would not run: its superclass is not XCTestCase",
          hint: "make XCTestCase its superclass, or name its methods otherwise")
      }
      let isOnMainActor = parts.contains { code.modifiers(of: declarations[$0]).contains("@MainActor") }
      let entries = tests.map { test in
        let method = "\(type.path).\(test.token.text)"
        let effects = code.code[(test.index + 3)...].prefix { ["async", "throws"].contains($0.text) }.map(\.text)
        let isAsync = effects.contains("async")
        methods.append(method)
        guard isOnMainActor || code.modifiers(of: test).contains("@MainActor") else {
          return "(\"\(test.name)\", \(isAsync ? "asyncTest(\(method))" : method))"
        }
        // The class is not sendable, and used by this test alone. The main function is on the main actor as well.
        let call = (effects.contains("throws") ? "try " : "") + (isAsync ? "await " : "") + "item.\(test.token.text)()"
        let body = "{ (item: \(type.path)) in { nonisolated(unsafe) let item = item; \(call) } }"
        return "(\"\(test.name)\", asyncTest \(body))"
      }
      library = .xcTest
      cases.append("testCase([\(entries.joined(separator: ", "))])")
    }
    return nil
  }

  private func mistake(in code: [SwiftCode.Token], _ imports: Set<String>, isRun: Bool) -> CodeProblem? {
    guard let library else {
      // The compiler reports those of a library that is not imported.
      let index = code.indices.first { index in
        imports.contains(code[index].text.hasPrefix("XCT") ? "XCTest" : "Testing")
          && Self.isExpectation(at: index, in: code)
      }
      guard isRun, let index else { return nil }
      return CodeProblem(
        token: code[index],
        message: "'\(code[index].text)' is outside any test, so its failure is not reported",
        hint: imports.contains("Testing") ? "put it into a '@Test func'" : "put it into a method of an XCTestCase")
    }
    let other = code.indices.first { index in
      let isOfXCTest = code[index].text.hasPrefix("XCT")
      // Without the import, `Issue` is the author's own.
      return isOfXCTest == (library == .swiftTesting) && (isOfXCTest || imports.contains("Testing"))
        && (code[index].isWord("XCTestCase") || Self.isExpectation(at: index, in: code))
    }
    return other.map { other in
      CodeProblem(
        token: code[other], message: "'\(code[other].text)' has no effect in tests of \(library.name)",
        hint: "use one library in a fence: #expect in '@Test func', XCTAssert in an XCTestCase")
    }
  }

  static func isExpectation(at index: Int, in code: [SwiftCode.Token]) -> Bool {
    let token = code[index]
    guard token.kind != .string else { return false }
    return ["#expect", "#require", "XCTUnwrap"].contains(token.text) || token.text.hasPrefix("XCTAssert")
      || isFailure(at: index, in: code)
  }

  /// Whether the code there is a failure, and not a condition.
  static func isFailure(at index: Int, in code: [SwiftCode.Token]) -> Bool {
    code[index].isWord("XCTFail") || code[index...].prefix(3).map(\.text) == ["Issue", ".", "record"]
  }

  /// Puts `main` after the code.
  static func complete(_ lines: inout [String], for example: Example) {
    let snippet = TestSnippet(example)
    guard let library = snippet.library else { return }
    let run =
      switch library {
      case .swiftTesting: "static func main() async { docsWatchIssues(); await Testing.__swiftPMEntryPoint() as Never }"
      case .xcTest:
        "@MainActor static func main() { docsWatchIssues(); XCTMain([\(snippet.cases.joined(separator: ", "))]) }"
      }
    lines.put("@main struct DocsTests { \(run) }", at: example.endLine)
    lines += ReportedIssues.reporter(for: library)
  }
}

extension Declaration {
  /// Whether it is `type` or an extension of it.
  fileprivate func isPart(of type: Declaration) -> Bool { isType && token.text == type.token.text }
}

extension SwiftCode {
  /// The last name of the type after the colon of a class.
  fileprivate func superclass(of type: Declaration) -> String? {
    guard type.keyword == "class", type.index + 2 < code.count, code[type.index + 1].text == ":" else { return nil }
    var parent = type.index + 2
    while parent + 2 < code.count, code[parent + 1].text == "." { parent += 2 }
    return code[parent].text
  }

  /// Whether XCTest would run a method of a class.
  fileprivate func isTest(_ method: Declaration) -> Bool {
    method.keyword == "func" && method.name.hasPrefix("test")
      && code[method.index...].dropFirst().prefix(2).map(\.text) == ["(", ")"]
      && Set(["static", "private", "class"]).isDisjoint(with: modifiers(of: method))
  }
}
