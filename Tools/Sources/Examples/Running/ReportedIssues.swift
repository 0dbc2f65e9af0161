import Foundation

/// An issue that an example reported through the library IssueReporting.
struct ReportedIssue: Sendable, Equatable {
  /// The file that the issue is reported for, as the compiler knew it.
  var file: String
  var line: Int
  var column: Int
  var message: String
}

/// Makes an example fail if it reports an issue through IssueReporting, as a test would.
///
/// Outside of tests that library only prints. So where the packages have it, every program gets a reporter that writes issues
/// down, and examples that are tests get one that records them in the test. An issue that `withIssueReporters` or
/// `withExpectedIssue` catches is no failure.
enum ReportedIssues {
  /// The condition that code is compiled with where examples can report issues.
  static let condition = "DOCS_ISSUE_REPORTING"
  // Both names are those that `Loader.c` knows.
  private static let watch = "docs_watch_issues"
  private static let note = "docs_note_issue"
  fileprivate static let fieldEnd: UInt8 = 0x1F
  fileprivate static let recordEnd: UInt8 = 0x1E

  private static let source = """
    import IssueReporting

    @_silgen_name("\(note)")
    func note(_ file: UnsafePointer<CChar>, _ line: UInt, _ column: UInt, _ message: UnsafePointer<CChar>)

    struct Reporter: IssueReporter {
      func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
        filePath: StaticString, line: UInt, column: UInt
      ) {
        if severity == .error { note("\\(filePath)", line, column, message() ?? "") }
      }
    }

    @_cdecl("\(watch)")
    public func watch() { IssueReporters.current.append(Reporter()) }

    """

  /// Compiles the reporter in `folder` with the flags `compile`, if IssueReporting is in the graph.
  ///
  /// - Returns: the object file; nil where there is no such library, or one that is too old.
  static func build(
    in folder: String, graph: PackageGraph, compile: [String], _ toolchain: Toolchain
  ) async throws -> String? {
    guard graph.targets.contains(where: { $0.module == "IssueReporting" }) else { return nil }
    let (file, object) = ("\(folder)/DocsIssues.swift", folder + "/issues.o")
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    let result = try await toolchain.run(
      "swiftc", ["-c", file, "-o", object, "-module-name", "DocsIssues", "-parse-as-library"] + compile, in: folder,
      log: "issues")
    return result.end == .exit(0) ? object : nil
  }

  /// Appended to the tests of an example: a function that records issues in the running test.
  static func reporter(for library: TestSnippet.Library) -> [String] {
    let record =
      switch library {
      case .swiftTesting:
        "Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation("
          + "fileID: \"\\(fileID)\", filePath: \"\\(filePath)\", line: Int(line), column: max(Int(column), 1)))"
      case .xcTest: "XCTFail(text, file: filePath, line: line)"
      }
    return """
      #if \(condition)
      import IssueReporting
      struct DocsIssueReporter: IssueReporter {
        func reportIssue(
          _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
          filePath: StaticString, line: UInt, column: UInt
        ) {
          let text = message() ?? ""
          if severity == .error { \(record) }
        }
      }
      func docsWatchIssues() { IssueReporters.current = [DocsIssueReporter()] }
      #else
      func docsWatchIssues() {}
      #endif
      """.split(separator: "\n").map(String.init)
  }
}

extension [ReportedIssue] {
  /// The issues that an example's reporter wrote to the file at `path`; empty if there is no such file.
  init(file path: String) {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    self = data.split(separator: ReportedIssues.recordEnd).compactMap { record in
      let fields = record.split(
        separator: ReportedIssues.fieldEnd, maxSplits: 3, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4 else { return nil }
      return ReportedIssue(
        file: fields[0], line: Int(fields[1]) ?? 0, column: Int(fields[2]) ?? 0, message: fields[3])
    }
  }
}
