import Files
import Foundation
import Markdown

/// The examples of a repository that fail today, so that all others can be checked from now on.
///
/// A file lists them, one a line: the document, a digest of the code, which stays the same where the example is only
/// moved, and how it fails, if it compiles. Problems of the documents themselves are listed too. The list is written once,
/// by the first check, and gets only shorter.
public struct Baseline {
  /// The results of a check that concern the list.
  public struct Outcome: Sendable {
    /// How many of the failures on the list are still there.
    public var count = 0
    /// The lines of what no longer fails or no longer exists.
    public var obsolete: [String] = []
    /// Whether the list is new.
    public var isNew = false
  }

  /// The path of the file.
  public var path: String

  public init(path: String) {
    self.path = path
  }

  /// Marks the failures in `report` that the list allows, and removes entries of documents in which nothing else fails.
  /// The list is written if there is none yet.
  ///
  /// - Parameter isWritten: whether the file may be written.
  /// - Throws: `VerifierError` when the file cannot be read or written.
  public func apply(to report: inout Report, isWritten: Bool) throws(VerifierError) -> Outcome {
    var outcome = Outcome()
    outcome.isNew = !FileStamp.exists(path)
    guard !outcome.isNew || isWritten else {
      throw VerifierError("\(path): there is no baseline; write it where CI is not set, and commit it")
    }
    let found = report.results.compactMap(Baseline.line) + report.problems.map(Baseline.line)
    var rest = outcome.isNew ? found : try read()
    var kept: [String] = []
    func isListed(_ line: String) -> Bool {
      guard let place = rest.firstIndex(of: line) else { return false }
      kept.append(rest.remove(at: place))
      return true
    }
    for index in report.results.indices {
      report.results[index].isInBaseline = Baseline.line(of: report.results[index]).map(isListed) ?? false
    }
    report.problems.removeAll { isListed(Baseline.line(of: $0)) }
    // If a document has new failures, its old lines stay: they may be the same examples, with other code or failures.
    let failing = report.results.filter { $0.failure != nil && !$0.isInBaseline }.map(\.example.file)
    let open = Set(failing + report.problems.map(\.file))
    func mayStay(_ line: String) -> Bool { open.contains { line.hasPrefix($0 + " ") } }
    (outcome.count, outcome.obsolete) = (kept.count, rest.filter { !mayStay($0) })
    guard isWritten, outcome.isNew || !outcome.obsolete.isEmpty else { return outcome }
    kept += rest.filter(mayStay)
    do {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(kept.sorted().map { $0 + "\n" }.joined().utf8).write(to: file, options: .atomic)
    } catch {
      throw VerifierError("\(path): cannot be written: \(error.localizedDescription)")
    }
    return outcome
  }

  /// The lines of the file.
  ///
  /// - Throws: `VerifierError` when it cannot be read, or is another file.
  @discardableResult public func read() throws(VerifierError) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { throw VerifierError("\(path): cannot be read") }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    for line in lines where line.wholeMatch(of: /.+ [0-9a-f]{16}( [a-zA-Z]+)?/) == nil {
      let start = String(line.prefix(60)).debugDescription
      throw VerifierError("\(path): is no baseline: \(start); name another file, which is then written")
    }
    return lines
  }

  /// Nil for an example that does not fail, or whose packages do not build.
  private static func line(of result: Job) -> String? {
    guard let kind = result.failure?.kind, kind != .library else { return nil }
    let line = "\(result.example.file) \(SavedResults.digest(ofCode: result.example.code))"
    return kind == .compile ? line : "\(line) \(kind.rawValue)"
  }

  private static func line(of problem: Diagnostic) -> String {
    var digest = Digest()
    digest.add(problem.message)
    digest.add(problem.excerpt ?? "")
    return "\(problem.file) \(digest.name) problem"
  }
}
