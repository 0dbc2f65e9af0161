/// Writes the table of contents beside a page.
///
/// A small site shows all of it. A large one shows what is around the page: were the whole of it on every page, the
/// site would grow with the square of its pages.
struct Sidebar {
  /// Up to this many entries are shown whole.
  static let wholeLimit = 300
  /// In a large site, so many siblings are shown before and after the one that leads to the page.
  static let reach = 15

  private let navigation: Navigation
  private let pages: [SitePage]
  /// The entries right under each entry; those at the top are last.
  private let children: [[Int]]
  /// What each entry shows. Most are on many pages.
  private let labels: [[UInt8]]
  private let isWhole: Bool

  init(_ navigation: Navigation, pages: [SitePage]) {
    self.navigation = navigation
    self.pages = pages
    var children = [[Int]](repeating: [], count: navigation.entries.count + 1)
    for (index, entry) in navigation.entries.enumerated() {
      children[entry.parent ?? navigation.entries.count].append(index)
    }
    self.children = children
    labels = navigation.entries.map { entry in
      var label = HTML()
      if let kind = entry.symbolKind {
        label.write("<span class=\"kind\" title=\"\(kind.title)\">\(kind.title.prefix(1))</span>")
      }
      label.breakable(entry.title)
      return label.bytes
    }
    isWhole = navigation.entries.count { !$0.isFolded } <= Self.wholeLimit
  }

  /// The list for `page`.
  func list(page: Int) -> HTML {
    var html = HTML(capacity: 8192)
    write(children[navigation.entries.count], path: navigation.path(to: page), page: page, to: &html)
    return html
  }

  private func write(_ siblings: [Int], path: [Int], page: Int, to html: inout HTML) {
    var shown = siblings.indices
    if !isWhole, siblings.count > 2 * Self.reach + 1 {
      let center = siblings.firstIndex { path.contains($0) } ?? 0
      shown = max(center - Self.reach, 0)..<min(center + Self.reach + 1, siblings.count)
    }
    html.markup("<ul>\n")
    if shown.lowerBound > 0 { html.markup("<li class=\"more\">…</li>\n") }
    let groups = groups(of: siblings[shown])
    // Where the page is in none of the groups, none is folded.
    let isAnyOpen = groups.contains { $0.title != nil && path.contains(where: $0.entries.contains) }
    for group in groups {
      if let title = group.title {
        let isOpen = !isAnyOpen || path.contains(where: group.entries.contains)
        html.write("<li class=\"part\"><details\(raw: isOpen ? " open" : "")><summary>\(title)</summary>\n<ul>\n")
      }
      for index in group.entries { write(entry: index, path: path, page: page, to: &html) }
      if group.title != nil { html.markup("</ul>\n</details></li>\n") }
    }
    if shown.upperBound < siblings.count { html.markup("<li class=\"more\">…</li>\n") }
    html.markup("</ul>\n")
  }

  private func write(entry index: Int, path: [Int], page: Int, to html: inout HTML) {
    let entry = navigation.entries[index]
    html.markup("<li>")
    if let target = entry.page {
      // A large site writes so many of these that a literal for each would be felt.
      html.markup("<a href=\"")
      html.append(pages[page].root)
      html.append(pages[target].address)
      html.append((target == page ? "\" aria-current=\"page\">" : "\">").utf8)
      html.append(labels[index])
      html.markup("</a>")
    } else {
      html.write("<span>\(entry.title)</span>")
    }
    let inner = children[index]
    if !inner.isEmpty, (isWhole && !entry.isFolded) || path.contains(index) {
      html.markup("\n")
      write(inner, path: path, page: page, to: &html)
    }
    html.markup("</li>\n")
  }

  /// Entries under one title that fold together; those before the first title have none.
  private struct Group {
    var title: String?
    var entries: [Int] = []
  }

  /// Cuts a list at the titles of its parts, and the types of a module where their kind changes.
  private func groups(of siblings: ArraySlice<Int>) -> [Group] {
    var groups: [Group] = []
    var lastKind: Symbol.Kind?
    for index in siblings {
      let entry = navigation.entries[index]
      if entry.isPart {
        groups.append(Group(title: entry.title))
        continue
      }
      if let kind = entry.symbolKind, kind != lastKind, entry.depth == 1 {
        groups.append(Group(title: kind.plural))
      } else if groups.isEmpty {
        groups.append(Group())
      }
      lastKind = entry.symbolKind
      groups[groups.count - 1].entries.append(index)
    }
    return groups
  }
}
