import Files
import Foundation

extension Report {
  /// Whether `data` is a report of JUnit, and no other file of XML.
  public static func isJUnit(_ data: Data) -> Bool {
    String(decoding: data.prefix(1000), as: UTF8.self).contains(/^(?:<\?xml[^>]*>)?\s*<testsuites?[\s>]/)
  }

  /// The XML of JUnit, which continuous integration systems read: a test suite per document, a test case per example, and
  /// one per problem of a document.
  public var junit: String {
    var suites: [String: [String]] = [:]
    for problem in problems {
      let name = "line \(problem.line ?? 1)"
      suites[problem.file, default: []].append(
        testCase(name, problem.file, "<failure message=\(quoted(problem.summary))/>"))
    }
    for result in results {
      let example = result.example
      suites[example.file, default: []].append(testCase("line \(example.line)", example.file, body(of: result)))
    }
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (file, cases) in suites.sorted(by: { $0.key < $1.key }) {
      let failures = cases.count { $0.contains("<failure ") }
      let skipped = cases.count { $0.contains("<skipped ") }
      xml += "  <testsuite name=\(quoted(file)) tests=\"\(cases.count)\" failures=\"\(failures)\" "
      xml += "skipped=\"\(skipped)\">\n" + cases.joined() + "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private func testCase(_ name: String, _ file: String, _ body: String) -> String {
    let start = "    <testcase classname=\(quoted(file)) name=\(quoted(name)) file=\(quoted(file))"
    return body.isEmpty ? start + "/>\n" : start + ">\n      \(body)\n    </testcase>\n"
  }

  private func body(of result: Job) -> String {
    if result.isInBaseline { return "<skipped message=\"in the baseline\"/>" }
    switch result.verdict {
    case .open, .passed, .compiled: return ""
    case .ignored(let reason), .unavailable(let reason): return "<skipped message=\(quoted(reason))/>"
    case .failed(let failure):
      let place = "\(result.example.file):\(failure.line)"
      let message = quoted("\(place): \(failure.message)")
      return "<failure type=\"\(failure.kind.rawValue)\" message=\(message)>\(escaped(failure.detail))</failure>"
    }
  }

  private func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\n", with: "&#10;") + "\""
  }

  /// XML has no way to write most control characters.
  private func escaped(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
    return text.visible.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
