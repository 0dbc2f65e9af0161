import Files
import Foundation
import Markdown
import Pages

/// The inputs of a site.
struct BuildInputs {
  let tree: SourceTree
  let configuration: Configuration
  let repository: Repository?
  let examples: CheckedExamples
  let symbols: String?
  /// Whether a dead link is a warning.
  let warnsOfLinks: Bool
  /// The name of the script beside the site that reloads pages; nil if none does.
  let liveScript: String?

  init(
    source: String, root: String, examples: CheckedExamples, symbols: String?, warnsOfLinks: Bool, liveScript: String?
  ) throws(Diagnostic) {
    let isInside = RepositoryRoot.absolute(root) == RepositoryRoot.absolute(source)
    let name = isInside ? "\(source)/\(Configuration.fileName)" : Configuration.fileName
    let configuration = try Configuration.read(root: root, name: name)
    self.configuration = configuration
    // Without symbol graphs there is no reference, so that nothing is there to introduce.
    let hasSymbols = symbols.map { FileManager.default.fileExists(atPath: $0) } ?? false
    let introductions = hasSymbols ? [] : (configuration.reference ?? []).map { "reference/\($0.name)/index.md" }
    tree = try SourceTree(root: source, excluding: (configuration.exclude ?? []) + introductions)
    guard !tree.pages.isEmpty else {
      throw Diagnostic(file: source, message: "there are no Markdown files here", hint: "write an index.md")
    }
    // Without git, the settings are in the top folder.
    let hasSettings = FileStamp.exists("\(root)/\(Configuration.fileName)")
    let top = Repository.top(around: source) ?? (hasSettings ? RepositoryRoot.absolute(root) : nil)
    repository = top.map { Repository(root: $0, configuration: configuration) }
    self.examples = examples
    self.symbols = symbols
    self.warnsOfLinks = warnsOfLinks
    self.liveScript = liveScript
  }
}
