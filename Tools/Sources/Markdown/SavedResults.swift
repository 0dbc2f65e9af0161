import Files
import Foundation

/// The results of the last checks, in the build folder: the verifier's cache, which the site also shows.
///
/// An example is known by its code, not by its place, so that it stays known when text before it changes.
public struct SavedResults: Codable, Sendable, Equatable {
  /// One example.
  public struct Entry: Codable, Sendable, Equatable {
    /// A digest of the example, of all that it was compiled and linked with, and of how it was checked.
    public var key = ""
    /// A digest of the code alone, shown and hidden.
    public var code: String
    /// A digest of its attributes and its documented output, as they are written.
    public var shown: String
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

    public init(code: String, shown: String, verdict: String) {
      (self.code, self.shown, self.verdict) = (code, shown, verdict)
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

extension ExampleFences {
  /// A digest of the attributes and the output of a fence, as they are written.
  public func digest(ofShown fence: Fence) -> String {
    var digest = Digest()
    digest.add(fence.setting.map { settings[$0].text } ?? "")
    digest.add(String(fence.attributes))
    for line in fence.output?.lines ?? [] { digest.add(line.text) }
    return digest.name
  }
}

/// The results for the examples of one document or Swift file.
public struct ExampleResults: Sendable {
  private let entries: [SavedResults.Entry]
  /// Whether the packages are as they were when the examples were checked.
  public let areCurrent: Bool
  /// The compiler that they were compiled with, such as “Swift 6.3.1”.
  public let compiler: String

  /// The results for `document`, a path from the root of the repository.
  public init(_ results: SavedResults = SavedResults(), of document: String = "", areCurrent: Bool = false) {
    (entries, compiler) = (results.documents[document] ?? [], "Swift \(results.swiftVersion)")
    self.areCurrent = areCurrent
  }

  /// The result for a fence; nil if its current code was not checked, or is wrong.
  public func result(of fence: ExampleFences.Fence, in fences: ExampleFences) -> SavedResults.Entry? {
    guard !entries.isEmpty else { return nil }
    let code = SavedResults.digest(ofCode: fences.code(of: fence))
    return entries.first { $0.code == code }.flatMap { $0.verdict == "failed" ? nil : $0 }
  }

  /// The comparison with the output that the document shows, in words, if that output is right.
  public func explanation(of fence: ExampleFences.Fence, in fences: ExampleFences) -> String? {
    guard areCurrent, let entry = result(of: fence, in: fences), entry.verdict == "passed",
      entry.shown == fences.digest(ofShown: fence)
    else { return nil }
    return entry.explanation
  }
}
