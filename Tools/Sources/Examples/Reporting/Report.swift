import Markdown

/// The results of checking a repository.
public struct Report: Sendable {
  public var root: String
  public var fileCount = 0
  /// How many examples were left out, because no changed file affects them.
  public var unaffectedCount = 0
  /// How many texts look like an output and say why they are none.
  public var ignoredTextCount = 0
  /// How many blocks of code are probably Swift, and do not say so or are in another file.
  public var unnamedCount = 0
  /// Documents with Swift in them that were not looked at.
  public var unreadFiles: [String] = []
  public var results: [Job] = []
  /// The problems of the documents themselves.
  public var problems: [Diagnostic] = []
  /// How long each stage took.
  public var times: [(stage: String, duration: Duration)] = []
}
