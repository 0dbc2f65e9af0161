import Files
import Foundation
import Markdown

/// Turns the addresses in one page into addresses in the site, and collects those to check when all pages are known.
struct Links: LinkResolver {
  /// A link to a heading, to be checked once every page has been read.
  struct AnchorUse {
    let link: WrittenLink
    let page: Int
    let writtenName: String
    /// The id: those of all pages are in lower case, as on the web servers of repositories.
    var name: String { writtenName.lowercased() }
  }

  let source: Source
  let targets: LinkTargets
  /// The folder of the site that the text is shown in.
  let folder: String
  /// The page that the text is; nil for a doc comment.
  let page: Int?
  /// The symbol that the doc comment belongs to.
  let symbol: Int?
  private(set) var anchors: [AnchorUse] = []
  /// Files that must be copied into the site.
  private(set) var files: Set<String> = []
  var problems: [Diagnostic] = []
  /// The uses of symbols in examples that were checked.
  var uses: [(symbol: Int, heading: Article.Heading?)] = []
  /// The symbols in lists of symbols.
  var listed: Set<Int> = []

  /// The links of a page.
  init(source: Source, targets: LinkTargets, page: Int) {
    (self.source, self.targets, self.page, symbol) = (source, targets, page, nil)
    folder = targets.tree.pages[page].folder
  }

  /// The links of the doc comment of `symbol`, which is shown in `folder`.
  init(source: Source, targets: LinkTargets, folder: String, symbol: Int?) {
    (self.source, self.targets, self.folder, self.symbol) = (source, targets, folder, symbol)
    page = nil
  }

  mutating func resolve(_ link: WrittenLink) -> String? {
    let address = link.address
    if address.isEmpty {
      report(link, "this link has no address", hint: "write one between the parentheses")
      return nil
    }
    if let scheme = Links.scheme(of: address) {
      if scheme == "doc", page != nil { return documentation(String(address.dropFirst(4)), link) }
      guard Links.schemes.contains(scheme) else {
        report(link, "links of the kind “\(scheme):” are not allowed", hint: "use https: or a file of the site")
        return nil
      }
      return address
    }
    if address.hasPrefix("//") { return address }
    guard let page else {
      report(
        link, "“\(address)” is not a valid link in a doc comment",
        hint: "link to a web address, or name a symbol in double backticks")
      return nil
    }
    // By bytes, since finding characters takes longer than all else here.
    let parts = address.utf8.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = Substring(parts[0].prefix { $0 != UInt8(ascii: "?") })
    let fragment = parts.count > 1 ? String(Substring(parts[1])) : nil
    guard path.isEmpty else { return file(String(path), fragment: fragment, link) }
    guard let fragment else { return address }
    return "#" + (fragment.isEmpty ? "" : anchor(fragment, on: page, link))
  }

  /// The target of DocC's `doc:Name`: a page by the name of its file, or a symbol.
  private mutating func documentation(_ target: String, _ link: WrittenLink) -> String? {
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    let name = (parts.first ?? "").fileName + ".md"
    if let page = targets.tree.pages.first(where: { $0.fileName == name }) {
      return file(SitePath.relative(page, from: folder), fragment: parts.count > 1 ? parts[1] : nil, link)
    }
    if let api = targets.reference, let symbol = api.index.symbol(linked: parts.first ?? "") {
      return api.address(of: symbol, from: folder)
    }
    report(link, "there is no page or symbol “\(target)”", hint: suggestion(for: name, isImage: false))
    return nil
  }

  /// Notes the use of an anchor, and returns what to write for it.
  private mutating func anchor(_ name: String, on page: Int, _ link: WrittenLink) -> String {
    let use = AnchorUse(link: link, page: page, writtenName: Links.decoded(name))
    anchors.append(use)
    return use.name
  }

  private mutating func file(_ path: String, fragment: String?, _ link: WrittenLink) -> String? {
    let decoded = Links.decoded(path)
    guard let target = SitePath.resolve(decoded, from: folder) else {
      return outside(decoded, fragment: fragment, link)
    }
    if let page = targets.page(at: target), !link.isImage {
      let address = SitePath.relative(targets.outputs[page], from: folder)
      guard let fragment, !fragment.isEmpty else { return Links.encoded(address) }
      return Links.encoded(address) + "#" + anchor(fragment, on: page, link)
    }
    if let target = targets.tree.files.contains(target)
      ? target : link.isImage ? targets.image(named: target) : nil
    {
      files.insert(target)
      return Links.encoded(SitePath.relative(target, from: folder)) + (fragment.map { "#" + $0 } ?? "")
    }
    if !link.isImage, targets.isFolder(target) || targets.tree.hidden(at: target) != nil {
      return outside(decoded, fragment: fragment, link)
    }
    let kind = link.isImage ? "image" : target.hasSuffix(".md") || !target.contains(".") ? "page" : "file"
    report(link, "there is no \(kind) “\(path)”", hint: suggestion(for: target, isImage: link.isImage))
    return nil
  }

  /// A link to a file or folder of the repository that is not part of the site.
  private mutating func outside(_ path: String, fragment: String?, _ link: WrittenLink) -> String? {
    let fromTop = folder.isEmpty ? path : "\(folder)/\(path)"
    let inRepository = targets.pathInRepository(fromTop)
    guard path.first != "/", FileManager.default.fileExists(atPath: "\(targets.tree.root)/\(fromTop)") else {
      if let inRepository {
        report(link, "there is no file “\(inRepository)” in the repository", hint: nil)
      } else if let address = targets.repository?.addressAround(path, folder: targets.sourceInRepository + "/" + folder)
      {
        return address + (fragment.map { "#" + $0 } ?? "")
      } else {
        report(link, "“\(path)” points outside the site", hint: "link to a page of the site or to a web address")
      }
      return nil
    }
    guard let inRepository, let base = targets.repository?.fileAddress else {
      warn(
        of: link, "“\(inRepository ?? path)” is not a page of the site, so the link is left out",
        hint: "write the address of the repository into \(RepositoryRoot.settings), so that it can be one")
      return nil
    }
    return "\(base)/\(Links.encoded(inRepository))" + (fragment.map { "#" + $0 } ?? "")
  }

  /// What the author of a page meant, unless it has so many dead links that these are no slips.
  private func suggestion(for target: String, isImage: Bool) -> String? {
    guard problems.count < 20 else { return nil }
    let candidates = isImage ? targets.tree.files.filter { !$0.hasSuffix(".md") } : Array(targets.pages.keys)
    if let near = Spelling.nearest(to: target, in: candidates.sorted()) {
      return "did you mean “\(SitePath.relative(near, from: folder))”?"
    }
    let name = target.fileName.lowercased()
    let moved = targets.tree.files.filter { $0.fileName.lowercased() == name }.min()
    return moved.map { "did you mean “\(SitePath.relative($0, from: folder))”?" }
  }

  mutating func report(_ link: WrittenLink, _ message: String, hint: String?) {
    problems.append(Links.problem(link, in: source, message: message, hint: hint))
  }

  mutating func warn(of link: WrittenLink, _ message: String, hint: String) {
    problems.append(Links.problem(link, in: source, message: message, hint: hint))
    problems[problems.count - 1].severity = .warning
  }

  /// A problem with a link, with the caret under its address.
  static func problem(_ link: WrittenLink, in source: Source, message: String, hint: String?) -> Diagnostic {
    let place = place(of: link, in: source)
    return Diagnostic(
      in: source, line: place.line, column: place.column, length: max(link.address.utf8.count, 1),
      message: message, hint: hint)
  }

  /// Finds an address in the source: libcmark only reports where the link around it starts.
  private static func place(of link: WrittenLink, in source: Source) -> (line: Int, column: Int) {
    for number in max(link.line, 1)...max(link.line, link.endLine, 1) {
      let line = source.line(number)
      let text = number == link.line ? line.dropFirst(max(link.column - 1, 0)) : line
      if let found = text.firstRange(of: link.address.utf8) {
        return (number, found.lowerBound - line.startIndex + 1)
      }
    }
    return (max(link.line, 1), max(link.column, 1))
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "ftp", "irc", "ircs", "xmpp", "news"]

  private static func scheme(of address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address[..<colon].lowercased()
    guard let first = scheme.utf8.first, isLetter(first),
      scheme.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return scheme
  }

  private static func decoded(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? text : text
  }

  /// Escapes what would end the path of an address early, or make its start a scheme: a file may be named
  /// `javascript:alert(1).md`.
  static func encoded(_ path: String) -> String {
    guard path.utf8.contains(where: { "%#? :".utf8.contains($0) }) else { return path }
    return path.replacing("%", with: "%25").replacing("#", with: "%23").replacing("?", with: "%3F")
      .replacing(" ", with: "%20").replacing(":", with: "%3A")
  }
}

/// The targets of links.
struct LinkTargets {
  let tree: SourceTree
  /// The pages' numbers by their paths in the source folder.
  let pages: [String: Int]
  /// Where each page is written.
  let outputs: [String]
  let repository: Repository?
  /// The API reference; nil when there is none.
  let reference: APIReference?
  /// The names of the site and of the modules in its reference.
  let ownNames: Set<String>
  /// The source folder's path inside the repository.
  let sourceInRepository: String

  init(tree: SourceTree, repository: Repository?, reference: APIReference?, title: String?) {
    (self.tree, self.repository, self.reference) = (tree, repository, reference)
    ownNames = Set((reference?.library.modules.map(\.name) ?? []) + (title.map { [$0] } ?? []))
    pages = Dictionary(uniqueKeysWithValues: tree.pages.enumerated().map { ($1, $0) })
    outputs = tree.pages.map(SitePath.output)
    sourceInRepository = repository.flatMap { RepositoryRoot.path(of: tree.root, from: $0.root) } ?? ""
  }

  /// The folder that the paths of Swift files start in.
  var root: String { repository?.root ?? tree.root }

  /// The path in the repository of the file at `path` from the source folder; nil if it is not in the repository.
  func pathInRepository(_ path: String) -> String? {
    repository == nil ? nil : SitePath.resolve(path, from: sourceInRepository)
  }

  /// The picture at `path`, which is in a hidden folder, or has no ending, as DocC writes it: `flower` for `flower@2x.png`.
  func image(named path: String) -> String? {
    if tree.hidden(at: path) == .file { return path }
    guard !path.fileName.contains(".") else { return nil }
    return tree.files.filter { file in
      file.hasPrefix(path)
        && ["", "@2x", "@3x"].contains { mark in
          ["gif", "jpeg", "jpg", "png", "svg"].contains { file.dropFirst(path.count) == "\(mark).\($0)" }
        }
    }.min()
  }

  /// Whether a folder of the source without a page of its own is at `path`.
  func isFolder(_ path: String) -> Bool {
    tree.files.contains { $0.hasPrefix(path + "/") }
  }

  /// The page at `path`, which may also be a folder with a page of its own.
  func page(at path: String) -> Int? {
    if let page = pages[path] { return page }
    for name in ["README.md", "index.md", "Readme.md", "readme.md"] {
      if let page = pages[path.isEmpty ? name : "\(path)/\(name)"] { return page }
    }
    return nil
  }
}
