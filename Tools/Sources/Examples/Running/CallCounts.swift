import Files
import Foundation

/// How often each part of the code of tests was run, by the compiler's counters for coverage.
struct CallCounts {
  /// A part of the code, and how often it was run.
  private struct Part {
    var start, end: (line: Int, column: Int)
    var count: Int
  }

  private let parts: [Part]

  static var compileFlags: [String] {
    var flags = ["-profile-generate", "-profile-coverage-mapping"]
    #if os(Linux)
      // Lets a process count in its file.
      flags += ["-Xllvm", "-runtime-counter-relocation"]
    #endif
    return flags
  }

  /// The name of the file that a process of `example` in `folder` writes its counts to: when it exits, or all the time if
  /// there are tests of processes, which may be killed.
  static func file(for example: Example, in folder: String) -> String {
    let isKilled = example.code.contains { $0.text.mentions("processExitsWith") }
    return folder + (isKilled ? "/docs-%p%c.profraw" : "/docs-%p.profraw")
  }

  /// Takes the counts out of the folder of a run, before that is removed.
  static func keep(of folder: String) {
    for name in Folder(folder)?.names ?? [] where name.hasSuffix(".profraw") {
      rename("\(folder)/\(name)", "\(folder).\(name)")
    }
  }

  /// The counts of all runs of a program together; nil where none were written.
  init?(of job: Job, _ probe: BuiltProbe) async throws {
    let (module, runs) = (job.module ?? "", probe.folder + "/runs")
    let files = (Folder(runs)?.names ?? []).filter { $0.hasPrefix(module + "-") && $0.hasSuffix(".profraw") }
    if files.isEmpty { return nil }
    let counts = "\(module).profdata"
    // A process that was killed may have left half a file.
    _ = try await probe.toolchain.output(
      of: "llvm-profdata", ["merge", "-sparse", "-failure-mode=all", "-o", counts] + files, in: runs, log: counts)
    let export = try await probe.toolchain.output(
      of: "llvm-cov", ["export", job.library ?? "", "-instr-profile=\(counts)"], in: runs, log: "\(counts).json")
    let regions = try JSONDecoder().decode(Export.self, from: Data(export.utf8)).data.flatMap(\.functions)
      .flatMap(\.regions)
    parts = regions.map { Part(start: ($0[0], $0[1]), end: ($0[2], $0[3]), count: $0[4]) }
  }

  /// The output of `llvm-cov export`, as far as it is read.
  private struct Export: Decodable {
    struct File: Decodable { var functions: [Function] }
    /// Of each region, the line and the column of its start and its end, and the count.
    struct Function: Decodable { var regions: [[Int]] }
    var data: [File]
  }

  /// How often each part was run that has the place in it, the innermost last.
  func counts(line: Int, column: Int) -> [Int] {
    let around = parts.filter { $0.start <= (line, column) && (line, column) < $0.end }
    return around.sorted {
      ($0.start.line, $0.start.column, $1.end.line, $1.end.column, $0.count)
        < ($1.start.line, $1.start.column, $0.end.line, $0.end.column, $1.count)
    }.map(\.count)
  }
}

extension Verifier {
  /// The failure of an example whose tests pass, although an expectation in them was reached in no run: nothing calls the
  /// code around it, a branch was not taken, or an error came before it. A failure such as `XCTFail` need not be reached,
  /// but the function that it is in.
  func unreachedExpectation(of job: Job, _ probe: BuiltProbe) async throws -> Failure? {
    let example = job.program
    guard example.attributes.outcome == .succeeds, let run = job.run, TestSnippet.skips(run).isEmpty else { return nil }
    let (swift, shift) = (SwiftCode(example), GeneratedSource(example).shift)
    let code = swift.code
    let expectations = code.indices.filter { index in
      TestSnippet.isExpectation(at: index, in: code)
        && !swift.tokens.contains {
          $0.isComment && $0.line == code[index].line && $0.text.lowercased().contains(/^\/\/+ *note:/)
        }
    }
    guard !expectations.isEmpty, let calls = try await CallCounts(of: job, probe) else { return nil }
    let unreached = expectations.first { index in
      let counts = calls.counts(
        line: example.code[code[index].line].number + shift, column: example.column(of: code[index]))
      return TestSnippet.isFailure(at: index, in: code)
        ? !counts.isEmpty && counts.allSatisfy { $0 == 0 } : counts.last == 0
    }
    return unreached.map { index in
      Failure(
        kind: .test, line: example.code[code[index].line].number, column: example.column(of: code[index]),
        message: "'\(code[index].text)' is never reached, so it checks nothing",
        detail: "make a test reach it, or write '// Note: ' and the reason behind it")
    }
  }
}
