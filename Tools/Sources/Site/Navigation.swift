import Files

/// The table of contents of the whole site.
struct Navigation {
  /// One line of it.
  struct Entry {
    /// Whether it is the title of the entries that follow, up to the next such title.
    var isPart = false
    var title: String
    /// The kind of symbol that the page is about; nil for other pages.
    var symbolKind: Symbol.Kind?
    /// The index of the page; nil for a title without one.
    var page: Int?
    /// The index of the entry around it; nil at the top.
    var parent: Int?
    /// How deep it is nested, 0 at the top.
    fileprivate(set) var depth = 0
    /// Whether its entries are listed only on its own pages.
    var isFolded = false
  }

  /// All entries in reading order.
  private(set) var entries: [Entry] = []
  /// Where each page is in `entries`.
  private(set) var places: [Int: Int] = [:]
  /// The pages in reading order, for “previous” and “next”.
  private(set) var order: [Int] = []
  /// Where each page is in `order`.
  private(set) var positions: [Int: Int] = [:]

  /// Adds an entry. Entries come in reading order, but for those that “previous” and “next” pass by.
  mutating func add(_ entry: Entry, isReadInOrder: Bool = true) {
    if let page = entry.page, places[page] == nil {
      places[page] = entries.count
      if isReadInOrder {
        positions[page] = order.count
        order.append(page)
      }
    }
    entries.append(entry)
    entries[entries.count - 1].depth = entry.parent.map { entries[$0].depth + 1 } ?? 0
  }

  /// The page read before and the page read after `page`.
  func neighbours(of page: Int) -> (previous: Int?, next: Int?) {
    guard let position = positions[page] else { return (nil, nil) }
    return (position > 0 ? order[position - 1] : nil, position + 1 < order.count ? order[position + 1] : nil)
  }

  /// The title of the part that `page` is in.
  func part(of page: Int) -> String? {
    entries[..<(places[page] ?? 0)].last { $0.isPart }?.title
  }

  /// The entries around that of `page`, outermost first, and its own.
  func path(to page: Int) -> [Int] {
    var path: [Int] = []
    var current = places[page]
    while let index = current {
      path.append(index)
      current = entries[index].parent
    }
    return path.reversed()
  }
}

extension Navigation {
  /// Makes the table of contents from the folders themselves, without the pages that introduce modules.
  init(tree: SourceTree, without introductions: Set<Int>, titles: [String]) {
    var folders: [String: Int] = [:]
    let indexPages = Set(tree.pages.filter { SourceTree.isIndexName($0.fileName) }.map(\.folder))

    func open(_ folder: String) -> Int? {
      if folder.isEmpty || indexPages.contains(folder) { return folders[folder] }
      if let known = folders[folder] { return known }
      let parent = open(folder.folder)
      add(Entry(title: Navigation.title(ofFolder: folder.fileName), parent: parent))
      folders[folder] = entries.count - 1
      return entries.count - 1
    }

    for (index, path) in tree.pages.enumerated() where !introductions.contains(index) {
      let folder = path.folder
      let isIndex = SourceTree.isIndexName(path.fileName)
      let parent = isIndex ? (folder.isEmpty ? nil : open(folder.folder)) : open(folder)
      add(Entry(title: titles[index], page: index, parent: parent))
      if isIndex, !folder.isEmpty { folders[folder] = entries.count - 1 }
    }
  }

  private static func title(ofFolder name: String) -> String {
    let words = name.replacing("-", with: " ").replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
