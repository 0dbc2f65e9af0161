import Markdown
import Pages

extension Build {
  /// Two sources that would be written to one file.
  mutating func reportClashes() {
    var taken: [String: String] = [:]
    for (page, target) in zip(tree.pages + pageOutputs.dropFirst(tree.pages.count), pageOutputs) {
      if let other = taken[target.lowercased()] {
        problems.append(
          Diagnostic(
            file: displayName(page), message: "this page and \(other) would both be written to \(target)",
            hint: "rename one of them"))
      }
      taken[target.lowercased()] = page
    }
  }

  /// The problem of a link, which is a warning where that was asked for.
  func asLinkProblem(_ problem: Diagnostic) -> Diagnostic {
    var problem = problem
    if inputs.warnsOfLinks { problem.severity = .warning }
    return problem
  }

  /// Reports links to headings that are not there.
  mutating func checkAnchors() {
    for (page, uses) in anchors {
      guard let source = sources[page] else { continue }
      for use in uses {
        let anchor = use.anchor.removingPercentEncoding ?? use.anchor
        guard !ids[use.page].contains(anchor) else { continue }
        let near = Spelling.nearest(to: anchor, in: ids[use.page].sorted())
        let place = use.page == page ? "this page" : tree.pages[use.page]
        problems.append(
          asLinkProblem(
            Links.problem(
              use.reference, in: source, message: "there is no heading “#\(anchor)” in \(place)",
              hint: near.map { "did you mean “#\($0)”?" })))
      }
    }
  }
}
