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
  var output: String
  var errors: String
  /// The pictures that it printed, which are not part of `output`.
  var diagrams: [String] = []
  /// The issues that it reported, in order.
  var issues: [ReportedIssue] = []
}

/// Where and how an example runs.
struct RunSettings: Sendable {
  /// The programs, and the library with the example that is loaded.
  var supervisor: String
  var program: String
  var library: String
  var module: String
  /// The folder in which each example gets a folder of its own.
  var folder: String
  var timeout: Double
  var outputLimit: Int
  /// The run of the example, from 0. Each of the others has another process number, host name and number of processors.
  var variation = 0
  /// By how many seconds its clock is ahead.
  var secondsAhead = 0
  /// Swift's behaviour at a crash.
  var backtrace = "enable=no"
}

extension Run {
  /// Runs the example in an empty folder of its own.
  init(_ example: Example, _ settings: RunSettings) async throws {
    let folder = "\(settings.folder)/\(settings.module)-\(settings.variation)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + ".out"
    let (issues, endFile) = (file + ".issues", file + ".end")
    var environment = [
      "DOCS_PROGRAM": settings.program, "DOCS_LIBRARY": settings.library,
      "DOCS_EXAMPLE": Compiler.entryPoint(of: settings.module),
      "DOCS_OUTPUT_LIMIT": "\(settings.outputLimit)", "DOCS_TIMEOUT": "\(settings.timeout)", "DOCS_FOLDER": folder,
      "DOCS_VARIATION": "\(settings.variation)", "DOCS_SECONDS_AHEAD": "\(settings.secondsAhead)",
      "DOCS_ISSUES": issues, "DOCS_END": endFile, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": folder,
      "TMPDIR": folder, "SWIFT_BACKTRACE": settings.backtrace,
    ]
    let inherited = ProcessInfo.processInfo.environment
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SDKROOT"] { environment[name] = inherited[name] }
    defer { for path in [file, file + ".err", issues, endFile] { unlink(path) } }
    let result = try await Command(
      executable: settings.supervisor, arguments: [], environment: environment, directory: folder, output: file,
      timeout: settings.timeout + 10, hasLifeline: true
    ).run()
    output = Run.restored(result.output, settings.module, example.file)
    self.issues = [ReportedIssue](file: issues)
    errors = Run.restored(Run.withoutAddresses(result.errors), settings.module, example.file)
    if TestSnippet.library(of: example) == .xcTest {
      (output, errors) = TestSnippet.separated(output, errors)
    }
    if example.isDrawing, output.contains("<svg") {
      let printed = PrintedDiagrams(output)
      (output, diagrams) = (printed.text, printed.diagrams)
    }
    end = Run.end(file: endFile) ?? result.end
  }

  /// How the example ended, as its supervisor wrote it down.
  private static func end(file: String) -> End? {
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
}

extension Run {
  /// Without the raw stack that Swift prints after the message of a trap when its backtraces are off.
  private static func withoutAddresses(_ text: String) -> String {
    guard let start = text.firstRange(of: "Current stack trace:\n")?.lowerBound else { return text }
    let stack = text[start...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let rest = stack.drop { $0.first?.isNumber ?? false && $0.contains(" 0x") }
    return text[..<start] + rest.joined(separator: "\n")
  }

  /// Without the names of the module and the generated source: traps and macros name the document `file`, types and their
  /// mangled names the module `main`, as it is for `swift file.swift`.
  private static func restored(_ text: String, _ module: String, _ file: String) -> String {
    guard text.contains(module) else { return text }
    let name = file.split(separator: "/").last ?? ""
    return text.replacing("\(module)/\(name)", with: file).replacing("\(module).swift", with: name)
      .replacing(module + ".", with: "main.").replacing("\(module.utf8.count)\(module)", with: "4main")
  }

  /// `signal 11 (Segmentation fault)`.
  static func name(ofSignal number: Int32) -> String {
    "signal \(number)" + (strsignal(number).map { " (\(String(cString: $0)))" } ?? "")
  }
}
