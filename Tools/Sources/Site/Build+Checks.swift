import Markdown
import Pages

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
    if inputs.warnsOfLinks { problem.severity = .warning }
    return problem
  }

  /// The id that a link leads to, also when it is written in another case, as web servers of repositories allow.
  func id(meantBy anchor: Links.Anchor) -> String? {
    let (name, ids) = (anchor.decodedName, ids[anchor.page])
    if ids.contains(name) { return name }
    let folded = name.lowercased()
    return ids.contains(folded) ? folded : ids.filter { $0.lowercased() == folded }.min()
  }

  /// Reports a link to a heading that is not there.
  mutating func report(_ use: Links.AnchorUse, of page: Int, in source: Source) {
    let anchor = use.anchor.decodedName
    let near = Spelling.nearest(to: anchor, in: ids[use.anchor.page].sorted())
    let place = use.anchor.page == page ? "this page" : tree.pages[use.anchor.page]
    problems.append(
      asLinkProblem(
        Links.problem(
          use.reference, in: source, message: "there is no heading “#\(anchor)” in \(place)",
          hint: near.map { "did you mean “#\($0)”?" })))
  }
}

extension Links.Anchor {
  /// The name without the escapes of addresses.
  var decodedName: String { name.removingPercentEncoding ?? name }
}
