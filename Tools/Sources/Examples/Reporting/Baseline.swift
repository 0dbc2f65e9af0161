import Files
import Foundation

/// The examples of a repository that do not compile today, so that all others can be checked from now on.
///
/// A file lists them, one a line: the document, and a digest of the code, which stays the same where the example is only
/// moved. The list is written once, by the first check, and gets only shorter.
public struct Baseline {
  /// The results of a check that concern the list.
  public struct Outcome: Sendable {
    /// How many of the examples on the list still do not compile.
    public var count = 0
    /// The lines of the examples that compile, have changed or no longer exist.
    public var obsolete: [String] = []
    /// Whether the list is new.
    public var isNew = false
  }

  /// The path of the file.
  public var path: String

  public init(path: String) {
    self.path = path
  }

  /// Marks the failures in `report` that the list allows, and removes entries from the list that no longer fail. The
  /// list is written if there is none yet.
  ///
  /// - Parameter isWritten: whether the file may be written.
  /// - Throws: `VerifierError` when the file cannot be read or written.
  public func apply(to report: inout Report, isWritten: Bool) throws(VerifierError) -> Outcome {
    var outcome = Outcome()
    let found = report.results.indices.filter { report.results[$0].failure?.kind == .compile }
    let lines = found.map { Baseline.line(of: report.results[$0].example) }
    outcome.isNew = !FileStamp.exists(path)
    guard !outcome.isNew || isWritten else {
      throw VerifierError("\(path): there is no baseline; write it where CI is not set, and commit it")
    }
    let listed = outcome.isNew ? lines : try read()
    var rest = listed
    for (index, line) in zip(found, lines) {
      guard let place = rest.firstIndex(of: line) else { continue }
      rest.remove(at: place)
      report.results[index].isInBaseline = true
      outcome.count += 1
    }
    outcome.obsolete = rest
    guard isWritten, outcome.isNew || !rest.isEmpty else { return outcome }
    var kept = listed
    for line in rest { kept.remove(at: kept.firstIndex(of: line)!) }
    do {
      try Data(kept.sorted().map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw VerifierError("\(path): cannot be written: \(error.localizedDescription)")
    }
    return outcome
  }

  private func read() throws(VerifierError) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw VerifierError("\(path): cannot be read")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func line(of example: Example) -> String {
    "\(example.file) \(SavedResults.digest(ofCode: example))"
  }
}
