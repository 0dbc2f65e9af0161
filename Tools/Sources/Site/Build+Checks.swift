import Markdown

extension Build {
  /// Two sources that would be written to one file.
  mutating func reportClashes() {
    var taken: [String: String] = [:]
    let pages = tree.pages + pageOutputs.dropFirst(tree.pages.count)
    let shared = Set(introduced.values.map { $0 + tree.pages.count })
    for (number, (page, target)) in zip(pages, pageOutputs).enumerated() where !shared.contains(number) {
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
    if site.warnsOfLinks { problem.severity = .warning }
    return problem
  }

  /// Reports a link to a heading that is not there.
  mutating func report(_ use: Links.AnchorUse, of page: Int, in source: Source) {
    let near = Spelling.nearest(to: use.name, in: ids[use.page].sorted())
    let place = use.page == page ? "this page" : tree.pages[use.page]
    problems.append(
      asLinkProblem(
        Links.problem(
          use.reference, in: source, message: "there is no heading “#\(use.writtenName)” in \(place)",
          hint: near.map { "did you mean “#\($0)”?" })))
  }
}
