import Foundation
import Markdown

/// Reads `SUMMARY.md`: headings name parts, links name pages, nested lists nest.
struct Summary {
  private(set) var navigation = Navigation()
  private(set) var problems: [Diagnostic] = []
  private let document: Document
  private let targets: LinkTargets

  /// Reads the file, which is to list all pages but those that introduce modules.
  init(_ targets: LinkTargets, without introductions: Set<Int>) throws(Diagnostic) {
    let tree = targets.tree
    document = try Document(path: tree.file("SUMMARY.md"))
    self.targets = targets
    problems = document.problems
    var isFirstHeading = true
    for child in document.tree.children(of: 0) {
      switch document.tree.nodes[Int(child)].kind {
      case .heading:
        // The first heading titles the file itself.
        if !isFirstHeading || !navigation.entries.isEmpty {
          navigation.add(Navigation.Entry(isPart: true, title: document.tree.plainText(of: child)))
        }
        isFirstHeading = false
      case .list: add(list: child, parent: nil, depth: 0)
      case .paragraph: addLinks(in: child, parent: nil)
      default: break
      }
    }
    for (index, path) in tree.pages.enumerated() where navigation.places[index] == nil && !introductions.contains(index)
    {
      problems.append(
        Diagnostic(
          file: tree.file(path), message: "this page is not in SUMMARY.md, so no reader will find it",
          hint: "add “- [Title](\(path))” to SUMMARY.md, or remove the file"))
    }
  }

  private mutating func add(list: Int32, parent: Int?, depth: Int) {
    for item in document.tree.children(of: list) {
      var own: Int?
      for child in document.tree.children(of: item) {
        switch document.tree.nodes[Int(child)].kind {
        case .paragraph where own == nil:
          let before = navigation.entries.count
          addLinks(in: child, parent: parent)
          if navigation.entries.count == before {
            navigation.add(Navigation.Entry(title: document.tree.plainText(of: child), parent: parent))
          }
          own = before
        case .list where depth < 8: add(list: child, parent: own ?? parent, depth: depth + 1)
        default: break
        }
      }
    }
  }

  private mutating func addLinks(in paragraph: Int32, parent: Int?) {
    for child in document.tree.children(of: paragraph) where document.tree.nodes[Int(child)].kind == .link {
      let node = document.tree.nodes[Int(child)]
      let address = document.tree.string(node.literal)
      var entry = Navigation.Entry(title: document.tree.plainText(of: child), parent: parent)
      if !address.isEmpty {
        let path = SitePath.resolve(address.removingPercentEncoding ?? address, from: "")
        entry.page = path.flatMap { targets.pages[$0] }
        if entry.page == nil { report(missing: address, at: node) }
      }
      if let page = entry.page, navigation.places[page] != nil {
        problems.append(
          Diagnostic(
            in: document.source, line: Int(node.startLine), column: Int(node.startColumn),
            message: "“\(address)” is listed twice", hint: "keep one of the two entries"))
        continue
      }
      navigation.add(entry)
    }
  }

  private mutating func report(missing address: String, at node: Node) {
    let link = WrittenLink(
      address: address, isImage: false, line: Int(node.startLine), column: Int(node.startColumn),
      endLine: Int(node.endLine))
    let near = Spelling.nearest(to: address, in: targets.tree.pages)
    problems.append(
      Links.problem(
        link, in: document.source, message: "there is no page “\(address)”",
        hint: near.map { "did you mean “\($0)”?" } ?? "write the page, or take this entry out"))
  }
}
