import Files
import Foundation
import Markdown

/// Writes what examples print now into their documents.
public struct Update: Sendable {
  /// A document with new output.
  public struct Change: Sendable {
    public var file: String
    /// The changes, as unified diffs.
    public var difference: String
    /// The document's bytes before, and its new ones.
    var old: [UInt8]
    var bytes: [UInt8]
  }

  public private(set) var changes: [Change] = []
  /// Examples whose output could not be written back, and why.
  public private(set) var problems: [Diagnostic] = []
  /// The examples with new output: each its file, and which of the file's it is.
  public private(set) var examples: Set<String> = []

  private var root: String

  /// Takes from `report` the examples that ran as declared and printed something else than is documented.
  public init(_ report: Report) {
    root = report.root
    let files = Dictionary(grouping: report.results) { $0.example.file }
    for (file, results) in files.sorted(by: { $0.key < $1.key }) {
      let wrong = results.enumerated().filter { $0.element.failure?.kind == .output }
      if !wrong.isEmpty { add(wrong, of: file) }
    }
  }

  private mutating func add(_ results: [(offset: Int, element: Job)], of file: String) {
    guard let source = try? Source(path: root + "/" + file, name: file) else { return }
    func problem(_ message: String, line: Int? = nil, hint: String? = nil) {
      problems.append(Diagnostic(file: file, line: line, message: message, hint: hint))
    }
    guard results.allSatisfy({ $0.element.example.document.bytes == source.bytes }) else {
      return problem("has changed while its examples were checked", hint: "update it again")
    }
    if let (message, hint) = Update.obstacle(root + "/" + file, root: root) { return problem(message, hint: hint) }
    var corrections: [Correction] = []
    var difference = ""
    for (index, result) in results {
      guard let failure = result.failure else { continue }
      guard !failure.isUnstable else {
        problem(
          "the output differs from run to run", line: failure.line,
          hint: "write [..] or ... where it differs, sort it, or give the example unordered")
        continue
      }
      guard let lines = failure.corrected else { continue }
      do throws(Correction.Problem) {
        corrections += try Correction.corrections(
          for: result.example, lines: lines, line: { source.lineText($0) })
        difference += failure.detail.hasSuffix("\n") ? failure.detail : failure.detail + "\n"
        examples.insert("\(file) \(index)")
      } catch {
        problem(error.message, line: failure.line)
      }
    }
    guard !corrections.isEmpty else { return }
    changes.append(
      Change(file: file, difference: difference, old: source.bytes, bytes: Update.apply(corrections, to: source)))
  }

  /// Why a document is not to be written.
  private static func obstacle(_ path: String, root: String) -> (message: String, hint: String)? {
    let target = RepositoryRoot.absolute(path)
    if !target.hasPrefix(root + "/") {
      return ("is a link to '\(target)', outside of '\(root)'", "correct that file, or put a copy in place of the link")
    }
    let permissions = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
    return (permissions ?? 0o200) & 0o222 == 0 ? ("is read-only", "make it writable") : nil
  }

  /// Writes the documents, each at once or not at all. A link stays one: what it leads to is written. A file with several
  /// names keeps them.
  ///
  /// - Throws: `VerifierError` when one cannot be written or has changed meanwhile; those before it are written.
  public func write() throws(VerifierError) {
    for change in changes {
      let path = RepositoryRoot.absolute(root + "/" + change.file)
      guard FileManager.default.contents(atPath: path).map(Array.init) == change.old else {
        throw VerifierError("\(change.file): has changed while its examples were checked; update it again")
      }
      do {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        // Another file would not have the other names of this one.
        let hasOneName = attributes[.referenceCount] as? Int ?? 1 < 2
        try Data(change.bytes).write(to: URL(fileURLWithPath: path), options: hasOneName ? .atomic : [])
        try FileManager.default.setAttributes(
          attributes.filter { $0.key == .posixPermissions }, ofItemAtPath: path)
      } catch {
        throw VerifierError("\(change.file): cannot be written: \(error.localizedDescription)")
      }
    }
  }

  /// The bytes of `source` with other lines in some places. New lines end as the line before them does.
  static func apply(_ corrections: [Correction], to source: Source) -> [UInt8] {
    var bytes = Array(source.bytes[..<source.lineStarts[0]])
    var number = 1
    func copy(to end: Int) {
      guard number < end, number <= source.lineCount else { return }
      let stop = end <= source.lineCount ? source.lineStarts[end - 1] : source.bytes.count
      bytes += source.bytes[source.lineStarts[number - 1]..<stop]
      number = end
    }
    for correction in corrections.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
      copy(to: correction.lines.lowerBound)
      let end: [UInt8] = bytes.suffix(2) == [13, 10] ? [13, 10] : bytes.last == 13 ? [13] : [10]
      for line in correction.text { bytes += Array(line.utf8) + end }
      number = max(number, correction.lines.upperBound)
    }
    copy(to: source.lineCount + 1)
    return bytes
  }
}
