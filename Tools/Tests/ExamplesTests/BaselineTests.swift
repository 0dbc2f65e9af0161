import Foundation
import Markdown
import Testing

@testable import Examples

struct BaselineTests {
  private func report(_ codes: [(code: String, kind: Failure.Kind?)]) -> Report {
    var report = Report(root: "/")
    report.results = codes.enumerated().map { index, item in
      let example = Example(
        document: Source(name: "a b.md", text: ""), line: index, endLine: index,
        code: [CodeLine(number: 1, text: item.code)])
      let verdict = item.kind.map { Verdict.failed(Failure(kind: $0, line: 1, message: "m")) } ?? .passed
      return Job(example: example, verdict: verdict)
    }
    return report
  }

  @Test func nothingIsRemovedWhereThePackagesDoNotBuild() throws {
    let baseline = Baseline(path: NSTemporaryDirectory() + "baseline-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: baseline.path) }
    var before = report([("a", .output)])
    #expect(try baseline.apply(to: &before, isWritten: true).count == 1)
    var broken = report([("a", .library)])
    #expect(try baseline.apply(to: &broken, isWritten: true).obsolete == [])
    var after = report([("a", .output)])
    #expect(try baseline.apply(to: &after, isWritten: true).count == 1)
  }

  @Test func problemsOfDocumentsAreListed() throws {
    let baseline = Baseline(path: NSTemporaryDirectory() + "baseline-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: baseline.path) }
    var report = report([])
    report.problems = [Diagnostic(file: "a.md", line: 3, message: "m", excerpt: "text")]
    #expect(try baseline.apply(to: &report, isWritten: true).count == 1)
    #expect(report.failedCount == 0)
    report.problems = [
      Diagnostic(file: "a.md", line: 8, message: "m", excerpt: "text"),
      Diagnostic(file: "a.md", line: 9, message: "m", excerpt: "other"),
    ]
    #expect(try baseline.apply(to: &report, isWritten: true).count == 1)
    #expect(report.problems.map(\.line) == [9])
  }

  @Test func linesMayEndAsOnWindows() throws {
    let baseline = Baseline(path: NSTemporaryDirectory() + "baseline-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: baseline.path) }
    var before = report([("a", .output), ("b", .output)])
    _ = try baseline.apply(to: &before, isWritten: true)
    let text = try String(contentsOfFile: baseline.path, encoding: .utf8).replacing("\n", with: "\r\n")
    try text.write(toFile: baseline.path, atomically: true, encoding: .utf8)
    var after = report([("a", .output), ("b", .output)])
    #expect(try baseline.apply(to: &after, isWritten: true).count == 2)
  }

  @Test func anotherFileIsRefused() throws {
    let path = NSTemporaryDirectory() + "readme-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "# Title\n".write(toFile: path, atomically: true, encoding: .utf8)
    var report = report([("x", .compile)])
    #expect(throws: VerifierError.self) { try Baseline(path: path).apply(to: &report, isWritten: true) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# Title\n")
  }

  @Test func aBaselineOnlyBecomesShorter() throws {
    let baseline = Baseline(path: NSTemporaryDirectory() + "baseline-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: baseline.path) }
    func check(
      _ codes: [(code: String, kind: Failure.Kind?)], isWritten: Bool = true
    ) throws -> (failed: Int, obsolete: Int) {
      var report = report(codes)
      let outcome = try baseline.apply(to: &report, isWritten: isWritten)
      return (report.failedCount, outcome.obsolete.count)
    }
    #expect(throws: VerifierError.self) { try check([("x", .compile)], isWritten: false) }
    #expect(try check([("x", .compile), ("y", .compile), ("y", .compile), ("z", .output), ("p", nil)]) == (0, 0))
    #expect(try check([("z", .output), ("y", .compile), ("x", .compile), ("y", .compile)]) == (0, 0), "moved")
    #expect(try check([("z", .trap), ("y", .compile), ("x", .compile), ("y", .compile)]) == (1, 0), "fails otherwise")
    #expect(try check([("Z", .output), ("y", .compile), ("x", .compile), ("y", .compile)]) == (1, 0), "is edited")
    #expect(try check([("z", .output), ("y", .compile), ("x", .compile), ("y", .compile)]) == (0, 0), "is as before")
    #expect(try check([("x", .compile), ("y", .compile), ("z", nil)], isWritten: false) == (0, 2))
    #expect(try check([("x", .compile), ("y", .compile), ("z", nil)]) == (0, 2))
    #expect(try check([("x", .compile), ("y", .compile), ("y", .compile)]) == (1, 0), "what was fixed stays so")
    #expect(try check([("x", nil), ("y", nil)]) == (0, 2))
  }
}
