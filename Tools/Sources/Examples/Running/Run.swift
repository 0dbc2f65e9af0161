import Files
import Foundation

/// What a program did.
struct Run: Sendable, Equatable {
  enum End: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
    case timeout
    /// An example printed more than it may.
    case tooMuchOutput
    /// The library of an example could not be loaded, for the reason in `errors`.
    case unloadable

    var isTrap: Bool { self == .signal(SIGILL) || self == .signal(SIGTRAP) }
  }

  var end: End
  /// What its own code printed, without that of earlier fences.
  var output: String
  var errors: String
  /// Whether it got to its own code, past that of earlier fences.
  var isReached = true
  /// The pictures that it printed, which are not part of `output`.
  var diagrams: [String] = []
  /// The issues that it reported, in order.
  var issues: [ReportedIssue] = []
}

extension Verifier {
  /// Runs the program of an example in an empty folder of its own.
  ///
  /// - Parameters:
  ///   - variation: the number of the run. Each but 0 delays threads its own way, in namespaces with another host name.
  ///   - secondsAhead: by how many seconds its clock is ahead.
  ///   - showsBacktrace: whether Swift describes a crash, which takes longer.
  func runOnce(
    _ job: Job, _ probe: BuiltProbe, variation: Int = 0, secondsAhead: Int = 0, showsBacktrace: Bool = false
  ) async throws -> Run {
    let (example, module) = (job.program, job.module ?? "")
    let timeout = (example.attributes.timeout ?? configuration.timeout) + (showsBacktrace ? 10 : 0)
    let folder = "\(probe.folder)/runs/\(module)-\(variation)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + ".out"
    let (issues, endFile) = (file + ".issues", file + ".end")
    var environment = [
      "DOCS_PROGRAM": probe.program, "DOCS_LIBRARY": job.library, "DOCS_EXAMPLE": BuiltProbe.entryPoint(of: module),
      "DOCS_OUTPUT_LIMIT": "\(configuration.outputLimit)", "DOCS_TIMEOUT": "\(timeout)", "DOCS_FOLDER": folder,
      "DOCS_VARIATION": "\(variation)", "DOCS_SECONDS_AHEAD": "\(secondsAhead)", "DOCS_ISSUES": issues,
      "DOCS_END": endFile, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder,
      "SWIFT_BACKTRACE": showsBacktrace ? Run.backtrace : "enable=no",
    ]
    if job.countsCalls { environment["LLVM_PROFILE_FILE"] = CallCounts.file(for: example, in: folder) }
    let inherited = ProcessInfo.processInfo.environment
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SDKROOT"] { environment[name] = inherited[name] }
    defer { for path in [file, file + ".err", issues, endFile] { unlink(path) } }
    var run = try await Command(
      executable: probe.supervisor, arguments: [], environment: environment.compactMapValues(\.self), directory: folder,
      output: file, timeout: timeout + 10, hasLifeline: true
    ).run()
    if job.countsCalls { CallCounts.keep(of: folder) }
    run.end = Run.end(file: endFile) ?? run.end
    run.issues = [ReportedIssue](file: issues)
    run.output = Run.restored(run.output, module, example)
    run.errors = Run.restored(Run.withoutAddresses(run.errors), module, example)
    if TestSnippet.library(of: example) == .xcTest { run.moveReport() }
    if let mark = example.startMark?.text {
      let start = run.output.firstRange(of: mark)?.upperBound
      (run.isReached, run.output) = (start != nil, String(run.output[(start ?? run.output.endIndex)...]))
    }
    if example.isDrawing, run.output.contains("<svg") {
      let printed = PrintedDiagrams(run.output)
      (run.output, run.diagrams) = (printed.text, printed.diagrams)
    }
    return run
  }
}

extension Run {
  fileprivate static let backtrace =
    "enable=yes,color=no,interactive=no,registers=none,images=none,limit=256,output-to=stderr"

  /// How the example ended, as its supervisor wrote it down.
  fileprivate static func end(file: String) -> End? {
    let words = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: " ")
    switch (words?.first, words?.last.flatMap { Int32($0) }) {
    case ("timeout", _): return .timeout
    case ("output", _): return .tooMuchOutput
    case ("load", _): return .unloadable
    case ("exit", let code?): return .exit(code)
    case ("signal", let number?): return .signal(number)
    default: return nil
    }
  }

  /// Without the raw stack that Swift prints after the message of a trap when its backtraces are off.
  fileprivate static func withoutAddresses(_ text: String) -> String {
    guard let start = text.firstRange(of: "Current stack trace:\n")?.lowerBound else { return text }
    let stack = text[start...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let rest = stack.drop { $0.first?.isNumber ?? false && $0.contains(" 0x") }
    return text[..<start] + rest.joined(separator: "\n")
  }

  /// Without the names of the module and the generated source: traps and macros name the document `file`, types and their
  /// mangled names the module `main`, as it is for `swift file.swift`. Types that are declared again are in no other type.
  fileprivate static func restored(_ text: String, _ module: String, _ example: Example) -> String {
    guard text.contains(module) else { return text }
    let name = example.file.fileName
    return text.replacing("\(module)/\(name)", with: example.file).replacing("\(module).swift", with: name)
      .replacing("\(module.utf8.count)\(module)", with: "4main").replacing(module, with: "main")
      .replacing(/main\.(Line\d+)\./) { match in
        example.earlier.contains { $0.text.contains("enum \(match.1) { ") } ? "main." : String(match.0)
      }
  }

  /// How lines begin with which XCTest reports on tests.
  nonisolated(unsafe) private static let report =
    /Test (?:Suite|Case) '.*' (?:started|passed|failed|skipped) (?:at |\()|\t Executed \d+ tests?, |.+:\d+: (?:(?:error: )?\w+\.test\w* : |Test Case '.*' measured )/

  /// Moves XCTest's report from standard output, where it mixes with the example's own lines, to standard error.
  fileprivate mutating func moveReport() {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let isReport = lines.map { $0.prefix(1000).prefixMatch(of: Self.report) != nil }
    output = zip(lines, isReport).filter { !$0.1 }.map(\.0).joined(separator: "\n")
    errors = zip(lines, isReport).filter { $0.1 }.map { "\($0.0)\n" }.joined() + errors
  }

  /// `signal 11 (Segmentation fault)`.
  static func name(ofSignal number: Int32) -> String {
    "signal \(number)" + (strsignal(number).map { " (\(String(cString: $0)))" } ?? "")
  }
}
