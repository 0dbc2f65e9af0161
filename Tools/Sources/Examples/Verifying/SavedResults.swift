import Files
import Foundation
import Markdown

/// The results of the last checks, in the build folder: the verifier's cache, which the site also shows.
///
/// An example is known by its code, not by its place, so that it stays known when text before it changes.
public struct SavedResults: Codable, Sendable, Equatable {
  /// One example.
  public struct Entry: Codable, Sendable, Equatable {
    /// A digest of the example, of all that it was compiled and linked with, and of how it was checked.
    public var key: String
    /// A digest of the code alone, shown and hidden.
    public var code: String
    /// A digest of its attributes and its documented output.
    public var shown: String
    /// `passed`, `compiled` (not run), or `failed`.
    public var verdict: String
    /// Its output; nil when it did not run.
    public var output: String?
    /// In how many processes the output was compared; nil when there was none to compare.
    public var comparisons: Int?
    /// The pictures that it printed; nil when there were none.
    public var diagrams: [String]?
    /// Where the example was, if its result shows that; nil otherwise.
    public var place: String?
  }

  /// Identifies the packages as the examples saw them.
  public var library = ""
  /// The attributes of the fences in files and folders that the configuration gives.
  public var attributes: [String: String] = [:]
  /// The version of the compiler, as in `6.3.1`.
  public var swiftVersion = ""
  /// By document, in its order.
  public var documents: [String: [Entry]] = [:]
}

extension SavedResults {
  /// Where the results of the repository at `root` lie.
  public static func path(root: String) -> String { root + "/.build/docs/examples.json" }

  /// The results of the repository at `root`; nil when nothing was checked there yet.
  public init?(root: String) {
    guard let data = FileManager.default.contents(atPath: SavedResults.path(root: root)),
      let results = try? JSONDecoder().decode(SavedResults.self, from: data)
    else { return nil }
    self = results
  }

  /// The result for `example`; nil if its current code has not been checked.
  public subscript(example: Example) -> Entry? {
    let code = SavedResults.digest(ofCode: example)
    return documents[example.file]?.first { $0.code == code }
  }

  func save(root: String) throws(VerifierError) {
    let path = SavedResults.path(root: root)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw VerifierError("\(path): cannot be written: \(error.localizedDescription); remove it, and check again")
    }
  }

  /// Whether the packages are as they were when the examples were checked.
  public func isCurrent(root: String) -> Bool {
    guard let probe = BuiltProbe(folder: "\(root)/.build/docs/\(ProbePackage.name)") else { return false }
    return probe.identity == library && probe.isCurrent
  }

  static func digest(ofShown example: Example) -> String {
    var digest = Digest()
    digest.add("\(example.attributes)")
    for line in example.expected?.lines ?? [] { digest.add(line.text) }
    return digest.name
  }

  /// Covers who sees a line.
  static func digest(ofCode example: Example) -> String {
    var digest = Digest()
    for line in example.code { digest.add("\(line.isHidden) \(line.text)") }
    return digest.name
  }
}

extension SavedResults {
  /// The results for the examples of the document `file`, a path from the root of the repository.
  ///
  /// - Parameters:
  ///   - isCurrent: whether the packages are as they were when the examples were checked.
  ///   - read: reads the document, with the attributes that the configuration has for it.
  public func checkedExamples(of file: String, isCurrent: Bool, _ read: (Attributes) -> Page) -> ExampleResults {
    guard documents[file] != nil else { return ExampleResults() }
    var checked = ExampleResults(compiler: "Swift \(swiftVersion)")
    for var example in read(Attributes(of: file, in: attributes)).examples {
      example.file = file
      guard let entry = self[example], entry.verdict != "failed" else { continue }
      if isCurrent { checked.verified.insert(example.endLine) }
      guard entry.verdict == "passed" else { continue }
      // A picture stays until the next check; that it was checked is said no more.
      if let diagrams = entry.diagrams { checked.diagrams[example.endLine] = diagrams }
      guard isCurrent, let expected = example.expected, SavedResults.digest(ofShown: example) == entry.shown else {
        continue
      }
      if let fence = expected.fence { checked.outputs[fence.line] = example.comparison }
    }
    return checked
  }
}

extension Example {
  /// The meaning of a right output of this example.
  fileprivate var comparison: String {
    var text = "This example was compiled and run, and printed "
    text += attributes.isUnordered ? "these lines, in some order" : "exactly this"
    let patterns = (expected?.lines ?? []).map { OutputPattern($0.text.trimmingTrailingBlanks()) }
    var exceptions: [String] = []
    if patterns.contains(where: { if case .parts = $0 { true } else { false } }) { exceptions.append("“[..]”") }
    if patterns.contains(.anyLines) { exceptions.append("“...”") }
    if !exceptions.isEmpty { text += ", with any text for " + exceptions.joined(separator: " and ") }
    return text
  }
}
