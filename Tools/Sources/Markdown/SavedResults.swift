import Files
import Foundation

/// The results of the last checks, in the build folder: the verifier's cache, which the site also shows.
///
/// An example is known by its ``ExampleDigest``, not by its place, so that it stays known when text before it changes.
public struct SavedResults: Codable, Sendable, Equatable {
  /// One example.
  public struct Entry: Codable, Sendable, Equatable {
    /// A digest of the example, of all that it was compiled and linked with, and of how it was checked.
    public var key = ""
    /// The example as it is written.
    public var example: ExampleDigest
    /// `passed`, `compiled` (not run), or `failed`.
    public var verdict: String
    /// Its output; nil when it did not run.
    public var output: String?
    /// The comparison with the fence that shows its output, in words for readers; nil when there is no such fence.
    public var explanation: String?
    /// In how many processes the output was compared; nil when there was none to compare.
    public var comparisons: Int?
    /// The pictures that it printed; nil when there were none.
    public var diagrams: [String]?
    /// Where the example was, if its result shows that; nil otherwise.
    public var place: String?

    public init(_ example: ExampleDigest, verdict: String) {
      (self.example, self.verdict) = (example, verdict)
    }
  }

  /// Identifies the packages as the examples saw them.
  public var library = ""
  /// The attributes of the fences in files and folders that the configuration gives.
  public var attributes: [String: String] = [:]
  /// The version of the compiler, as in `6.3.1`.
  public var swiftVersion = ""
  /// By document, in its order.
  public var documents: [String: [Entry]] = [:]

  public init() {}

  /// Where the results of the repository at `root` lie.
  public static func path(root: String) -> String { root + "/.build/docs/examples.json" }

  /// The results of the repository at `root`; nil when nothing was checked there yet.
  public init?(root: String) {
    guard let data = FileManager.default.contents(atPath: SavedResults.path(root: root)),
      let results = try? JSONDecoder().decode(SavedResults.self, from: data)
    else { return nil }
    self = results
  }

  /// Covers who sees a line.
  public static func digest(ofCode code: [CodeLine]) -> String {
    var digest = Digest()
    for line in code { digest.add("\(line.isHidden) \(line.text)") }
    return digest.name
  }
}

/// Tells an example from others, as it is written.
public struct ExampleDigest: Codable, Sendable, Hashable {
  /// A digest of its code, shown and hidden, and its attributes.
  public var code = ""
  /// A digest of its documented output.
  public var output = ""
  /// A digest of all Swift before it on the page; nil if it does not build on that.
  public var before: String?

  public init() {}
}

extension ExampleFences {
  /// The digest of each fence, as if it builds on those before it.
  public var digests: [ExampleDigest] {
    var before = Digest()
    return fences.map { fence in
      var (example, code, output) = (ExampleDigest(), Digest(), Digest())
      code.add(SavedResults.digest(ofCode: self.code(of: fence)))
      code.add(fence.setting.map { settings[$0].text } ?? "")
      code.add(String(fence.attributes))
      for line in fence.output?.lines ?? [] { output.add(line.text) }
      (example.code, example.output, example.before) = (code.name, output.name, before.name)
      before.add(code.name)
      return example
    }
  }
}

/// The results for the examples of one document or Swift file.
public struct ExampleResults: Sendable {
  /// By the digest of their code.
  private let entries: [String: [SavedResults.Entry]]
  /// Those for the fences of a document, by their nodes.
  private var found: [Int32: (entry: SavedResults.Entry, isOutputSame: Bool)] = [:]
  /// Whether the packages are as they were when the examples were checked.
  public let areCurrent: Bool
  /// The compiler that they were compiled with, such as “Swift 6.3.1”.
  public let compiler: String

  /// The results for `document`, a path from the root of the repository.
  public init(_ results: SavedResults = SavedResults(), of document: String = "", areCurrent: Bool = false) {
    entries = Dictionary(grouping: results.documents[document] ?? [], by: \.example.code)
    compiler = "Swift \(results.swiftVersion)"
    self.areCurrent = areCurrent
  }

  /// Finds the results for the document, or a doc comment of the file, that has `fences`.
  public func found(in fences: ExampleFences) -> ExampleResults {
    guard !entries.isEmpty else { return self }
    var results = self
    for (fence, digest) in zip(fences.fences, fences.digests) {
      let same = (entries[digest.code] ?? []).filter { $0.example.before == nil || $0.example.before == digest.before }
      let entry = same.first { $0.example.output == digest.output }
      results.found[fence.block.node] = (entry ?? same.first).map { ($0, entry != nil) }
    }
    return results
  }

  /// The result for a fence; nil if its current code was not checked, or is wrong.
  public func result(of fence: ExampleFences.Fence) -> SavedResults.Entry? {
    found[fence.block.node].flatMap { $0.entry.verdict == "failed" ? nil : $0.entry }
  }

  /// The comparison with the output that the document shows, in words, if that output is right.
  public func explanation(of fence: ExampleFences.Fence) -> String? {
    guard areCurrent, let (entry, isOutputSame) = found[fence.block.node] else { return nil }
    return isOutputSame && entry.verdict == "passed" ? entry.explanation : nil
  }
}
