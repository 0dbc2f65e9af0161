/// Swift that is tests, which are run as tests.
///
/// The code gets a `main` that runs them, on the line of the closing fence. Tests are found in the whole program, so
/// such an example has one of its own.
enum TestSnippet {
  enum Library: String {
    case swiftTesting, xcTest
  }

  /// Nil when the example declares no tests.
  static func library(of example: Example) -> Library? {
    let code = example.code.map(\.text)
    func imports(_ module: String) -> Bool { code.contains { ProbeChoice.module(importedBy: $0) == module } }
    if imports("Testing"), code.contains(where: { $0.contains("@Test") }) { return .swiftTesting }
    if imports("XCTest"), !cases(in: code).isEmpty { return .xcTest }
    return nil
  }

  /// Puts `main` after the code.
  static func complete(_ lines: inout [String], for example: Example) {
    guard let library = library(of: example) else { return }
    let run =
      switch library {
      case .swiftTesting: "static func main() async { docsWatchIssues(); await Testing.__swiftPMEntryPoint() as Never }"
      case .xcTest:
        "@MainActor static func main() { docsWatchIssues(); XCTMain([\(list(cases(in: example.code.map(\.text))))]) }"
      }
    while lines.count < example.endLine { lines.append("") }
    lines[example.endLine - 1] = "@main struct DocsTests { \(run) }"
    lines += ReportedIssues.reporter(for: library)
  }

  /// The classes of tests with their methods. Elsewhere than on Apple's systems, XCTest does not find them by itself.
  private static func cases(in code: [String]) -> [(name: String, methods: [(name: String, isAsync: Bool)])] {
    var cases: [(name: String, methods: [(name: String, isAsync: Bool)])] = []
    for line in code {
      if let match = line.firstMatch(of: /\bclass (\w+)\s*:\s*(?:XCTest\.)?XCTestCase\b/) {
        cases.append((String(match.1), []))
      } else if let match = line.firstMatch(of: /\bfunc (test\w*)\(\)( async)?/), !cases.isEmpty {
        cases[cases.count - 1].methods.append((String(match.1), match.2 != nil))
      }
    }
    return cases
  }

  private static func list(_ cases: [(name: String, methods: [(name: String, isAsync: Bool)])]) -> String {
    cases.map { name, methods in
      let tests = methods.map { method in
        let function = "\(name).\(method.name)"
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
