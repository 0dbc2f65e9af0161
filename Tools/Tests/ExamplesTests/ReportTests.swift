import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import Markdown
import Testing

@testable import Examples

struct ReportTests {
  private var report: Report {
    func example(_ line: Int) -> Example {
      Example(document: Source(name: "a \"b\".md", text: ""), line: line, endLine: line + 2, code: [])
    }
    func result(_ line: Int, _ verdict: Verdict) -> Job { Job(example: example(line), verdict: verdict) }
    var report = Report(root: "/")
    report.fileCount = 2
    let failure = Failure(kind: .output, line: 4, column: 2, message: "a, b: <c>", detail: "-x\n+\u{1}&\n")
    report.results = [
      result(1, .passed), result(3, .failed(failure)), result(9, .ignored("why")), result(12, .compiled),
      result(15, .unavailable("requires=macos")),
    ]
    report.times = [("build", .zero), ("run", .milliseconds(1500))]
    report.problems = [Diagnostic(file: "c.md", line: 7, column: 1, message: "this code fence never closes")]
    return report
  }

  @Test func theTextNamesEveryFailureAndTheSums() {
    #expect(
      report.text() == """
        c.md:7:1: error: this code fence never closes
        a "b".md:4:2: error: a, b: <c>
          -x
          +\u{1}&
          check it alone: docs verify --only a "b".md:3
        a "b".md:9: ignored: why
        5 examples in 1 of 2 files, 1 only compiled, 1 ignored, not checked: 1 requires=macos; build 0.00 s, run 1.50 s
        2 passed, 2 failed

        """)
  }

  @Test func theListNamesEveryExample() {
    let lines = report.text(isVerbose: true).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("a \"b\".md:") && !$0.contains("error") } == [
        "a \"b\".md:1: passed", "a \"b\".md:3: failed", "a \"b\".md:9: ignored: why", "a \"b\".md:12: compiled",
        "a \"b\".md:15: not checked: requires=macos",
      ])
  }

  @Test func partsForOtherSystemsAreCounted() {
    var report = report
    report.results = [report.results[0]]
    report.results[0].hasInactiveParts = true
    let text = report.text()
    #expect(text.contains("2 files, not checked: parts of 1 under conditions that do not hold;"), "\(text)")
  }

  @Test func theListShowsOutput() {
    var report = report
    report.results = [report.results[0]]
    report.results[0].run = Run(end: .exit(0), output: "one\ntwo\n", errors: "")
    let text = report.text(isVerbose: true)
    #expect(text.contains("a \"b\".md:1: passed\n  one\n  two\n"))
  }

  @Test func documentsThatWereNotReadAreNamed() {
    var report = report
    report.unreadFiles = ["Guide.md"]
    #expect(report.text().contains("\nnot read: Guide.md; name them in .docs.json, or their folder by --root\n"))
  }

  @Test func theJUnitReportIsXMLWithEveryFailure() throws {
    let xml = report.junit
    let parser = XMLParser(data: Data(xml.utf8))
    #expect(parser.parse())
    #expect(
      xml.contains(
        """
          <testsuite name="a &quot;b&quot;.md" tests="5" failures="1" skipped="2">
            <testcase classname="a &quot;b&quot;.md" name="line 1" file="a &quot;b&quot;.md"/>
        """))
    #expect(xml.contains("message=\"a &quot;b&quot;.md:4: a, b: &lt;c&gt;\">-x\n+␁&amp;\n</failure>"))
    #expect(xml.contains("<testsuite name=\"c.md\" tests=\"1\" failures=\"1\" skipped=\"0\">"))
  }

  @Test func annotationsNameFileLineAndColumn() {
    #expect(
      report.annotations == """
        ::error file=c.md,line=7,col=1::this code fence never closes
        ::error file=a "b".md,line=4,col=2::a, b: <c>%0A-x%0A+\u{1}&%0A

        """)
  }

  @Test func noLineEndOfAMessageEndsItsAnnotation() {
    var report = Report(root: "/")
    report.problems = [Diagnostic(file: "a.md", line: 1, column: 1, message: "a\r\n::b\r::c\n::d")]
    #expect(report.annotations == "::error file=a.md,line=1,col=1::a%0D%0A::b%0D::c%0A::d\n")
  }
}
