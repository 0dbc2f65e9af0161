import Foundation
import Markdown

/// Turns the addresses in one page into addresses in the site, and collects those to check when all pages are known.
struct Links: LinkResolver {
  /// A link to a heading, to be checked once every page has been read.
  struct AnchorUse {
    let reference: Reference
    let page: Int
    let writtenName: String
    /// The id: those of all pages are in lower case, as on the web servers of repositories.
    var name: String { writtenName.lowercased() }
  }

  let source: Source
  /// The path of the page that is being written, inside the source folder.
  let path: String
  let targets: LinkTargets
  private(set) var anchors: [AnchorUse] = []
  /// Files that must be copied into the site.
  private(set) var files: Set<String> = []
  private(set) var problems: [Diagnostic] = []
  /// The uses of symbols in examples that were checked.
  private(set) var uses: [(symbol: Int, heading: Page.Heading?)] = []
  /// The symbols in lists of symbols, each with the line that lists it first.
  private(set) var listed: [Int: Int] = [:]
  private let folder: String

  init(source: Source, path: String, targets: LinkTargets) {
    self.source = source
    self.path = path
    self.targets = targets
    self.folder = SitePath.folder(of: path)
  }

  mutating func resolve(_ reference: Reference) -> String? {
    let address = reference.address
    if address.isEmpty {
      report(reference, "this link has no address", hint: "write one between the parentheses")
      return nil
    }
    if let scheme = Links.scheme(of: address) {
      if scheme == "doc" { return documentation(String(address.dropFirst(4)), reference) }
      guard Links.schemes.contains(scheme) else {
        report(reference, "links of the kind “\(scheme):” are not allowed", hint: "use https: or a file of the site")
        return nil
      }
      return address
    }
    if address.hasPrefix("//") { return address }
    let mark = address.firstIndex(of: "#")
    let fragment = mark.map { String(address[address.index(after: $0)...]) }
    let beforeMark = mark.map { address[..<$0] } ?? address[...]
    let path = String(beforeMark.prefix { $0 != "?" })
    return path.isEmpty ? ownAnchor(fragment, reference) : file(path, fragment: fragment, reference)
  }

  var linksCode: Bool { targets.reference != nil }

  mutating func resolve(code: Reference, isRequired: Bool) -> String? {
    targets.reference?.resolve(code, isRequired: isRequired, from: folder, in: source, &problems)
  }

  mutating func entry(of code: Reference) -> SymbolEntry? {
    guard let reference = targets.reference, let symbol = reference.symbol(linked: code, in: source, &problems) else {
      return nil
    }
    if listed[symbol] == nil { listed[symbol] = code.line }
    return reference.entry(of: symbol, from: folder, isQualified: true)
  }

  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Page.Heading?) -> [SymbolEntry?] {
    guard let reference = targets.reference else { return words.map { _ in nil } }
    let symbols = reference.symbols(of: words)
    if isVerified {
      uses += zip(words, symbols).compactMap { word, symbol in
        APIReference.commonNames.contains(word.text) ? nil : symbol.map { ($0, heading) }
      }
    }
    return symbols.map { $0.flatMap { reference.entry(of: $0, from: folder) } }
  }

  /// What DocC writes as `doc:Name`: a page by the name of its file, or a symbol.
  private mutating func documentation(_ target: String, _ reference: Reference) -> String? {
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    let name = parts.first?.split(separator: "/").last.map { $0 + ".md" } ?? ""
    if let page = targets.paths.first(where: { SitePath.name(of: $0) == name }) {
      return file(SitePath.relative(page, from: folder), fragment: parts.count > 1 ? parts[1] : nil, reference)
    }
    if let api = targets.reference, let symbol = api.index.symbol(linked: parts.first ?? "") {
      return api.address(of: symbol, from: folder)
    }
    report(reference, "there is no page or symbol “\(target)”", hint: suggestion(for: name, isImage: false))
    return nil
  }

  private mutating func ownAnchor(_ fragment: String?, _ reference: Reference) -> String? {
    guard let fragment, let page = targets.pages[path] else { return reference.address }
    return "#" + (fragment.isEmpty ? "" : anchor(fragment, on: page, reference))
  }

  /// Notes the use of an anchor, and returns what to write for it.
  private mutating func anchor(_ name: String, on page: Int, _ reference: Reference) -> String {
    let use = AnchorUse(reference: reference, page: page, writtenName: name.removingPercentEncoding ?? name)
    anchors.append(use)
    return use.name
  }

  private mutating func file(_ path: String, fragment: String?, _ reference: Reference) -> String? {
    let decoded = path.utf8.contains(UInt8(ascii: "%")) ? path.removingPercentEncoding ?? path : path
    guard let target = SitePath.resolve(decoded, from: folder) else {
      return outside(decoded, fragment: fragment, reference)
    }
    if let page = targets.page(at: target), !reference.isImage {
      let address = SitePath.relative(targets.outputs[page], from: folder)
      guard let fragment, !fragment.isEmpty else { return Links.encoded(address) }
      return Links.encoded(address) + "#" + anchor(fragment, on: page, reference)
    }
    if let target = targets.files.contains(target) ? target : reference.isImage ? targets.image(named: target) : nil {
      files.insert(target)
      return Links.encoded(SitePath.relative(target, from: folder)) + (fragment.map { "#" + $0 } ?? "")
    }
    if !reference.isImage, targets.isFolder(target) { return outside(decoded, fragment: fragment, reference) }
    let kind = reference.isImage ? "image" : target.hasSuffix(".md") || !target.contains(".") ? "page" : "file"
    report(reference, "there is no \(kind) “\(path)”", hint: suggestion(for: target, isImage: reference.isImage))
    return nil
  }

  /// A link to a file or folder of the repository that is not part of the site.
  private mutating func outside(_ path: String, fragment: String?, _ reference: Reference) -> String? {
    let fromTop = folder.isEmpty ? path : "\(folder)/\(path)"
    let inRepository = targets.pathInRepository(fromTop)
    guard path.first != "/", FileManager.default.fileExists(atPath: "\(targets.root)/\(fromTop)") else {
      if let inRepository {
        report(reference, "there is no file “\(inRepository)” in the repository", hint: nil)
      } else if let address = targets.repository?.addressAround(path, folder: targets.sourceInRepository + "/" + folder)
      {
        return address + (fragment.map { "#" + $0 } ?? "")
      } else {
        report(reference, "“\(path)” points outside the site", hint: "link to a page of the site or to a web address")
      }
      return nil
    }
    guard let inRepository, let base = targets.repository?.fileAddress else {
      var problem = Links.problem(
        reference, in: source, message: "“\(inRepository ?? path)” is not a page of the site, so the link is left out",
        hint: "write the address of the repository into \(Configuration.fileName), so that it can be one")
      problem.severity = .warning
      problems.append(problem)
      return nil
    }
    return Links.encoded("\(base)/\(inRepository)") + (fragment.map { "#" + $0 } ?? "")
  }

  private func suggestion(for target: String, isImage: Bool) -> String? {
    let candidates = isImage ? targets.files.filter { !$0.hasSuffix(".md") } : Array(targets.pages.keys)
    if let near = Spelling.nearest(to: target, in: candidates.sorted()) {
      return "did you mean “\(SitePath.relative(near, from: folder))”?"
    }
    let name = SitePath.name(of: target).lowercased()
    let moved = targets.files.filter { SitePath.name(of: $0).lowercased() == name }.min()
    return moved.map { "did you mean “\(SitePath.relative($0, from: folder))”?" }
  }

  private mutating func report(_ reference: Reference, _ message: String, hint: String?) {
    problems.append(Links.problem(reference, in: source, message: message, hint: hint))
  }

  /// A problem with a reference, with the caret under its address.
  static func problem(_ reference: Reference, in source: Source, message: String, hint: String?) -> Diagnostic {
    let place = place(of: reference, in: source)
    return Diagnostic(
      in: source, line: place.line, column: place.column, length: max(reference.address.utf8.count, 1),
      message: message, hint: hint)
  }

  /// Finds an address in the source: libcmark only reports where the link around it starts.
  private static func place(of reference: Reference, in source: Source) -> (line: Int, column: Int) {
    for number in max(reference.line, 1)...max(reference.line, reference.endLine, 1) {
      let line = source.line(number)
      let text = number == reference.line ? line.dropFirst(max(reference.column - 1, 0)) : line
      if let found = text.firstRange(of: reference.address.utf8) {
        return (number, found.lowerBound - line.startIndex + 1)
      }
    }
    return (max(reference.line, 1), max(reference.column, 1))
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "ftp", "irc", "ircs", "xmpp", "news"]

  private static func scheme(of address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address[..<colon].lowercased()
    guard let first = scheme.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z"),
      scheme.utf8.allSatisfy({
        ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
          || "+-.".utf8.contains($0)
      })
    else { return nil }
    return scheme
  }

  /// Escapes what would end the path of an address early.
  static func encoded(_ path: String) -> String {
    guard path.utf8.contains(where: { "%#?".utf8.contains($0) }) else { return path }
    return path.replacing("%", with: "%25").replacing("#", with: "%23").replacing("?", with: "%3F")
  }
}

/// What links may lead to.
struct LinkTargets {
  /// The pages' numbers by their paths in the source folder.
  let pages: [String: Int]
  /// The pages' paths in the source folder.
  let paths: [String]
  /// Where each page is written.
  let outputs: [String]
  let files: Set<String>
  /// The source folder.
  let root: String
  let repository: Repository?
  /// The API reference; nil when there is none.
  let reference: APIReference?
  /// The source folder's path inside the repository.
  let sourceInRepository: String

  init(tree: SourceTree, repository: Repository?, reference: APIReference?) {
    pages = Dictionary(uniqueKeysWithValues: tree.pages.enumerated().map { ($1, $0) })
    paths = tree.pages
    outputs = tree.pages.map(SitePath.output)
    files = tree.files
    root = tree.root
    self.repository = repository
    self.reference = reference
    sourceInRepository = repository?.path(of: tree.root) ?? ""
  }

  /// The path in the repository of the file at `path` from the source folder; nil if it is not in the repository.
  func pathInRepository(_ path: String) -> String? {
    repository == nil ? nil : SitePath.resolve(path, from: sourceInRepository)
  }

  /// The picture at `path`, which has no ending, as DocC writes it: `flower` for `flower@2x.png`.
  func image(named path: String) -> String? {
    guard !SitePath.name(of: path).contains(".") else { return nil }
    return files.filter { file in
      file.hasPrefix(path)
        && ["", "@2x", "@3x"].contains { mark in
          ["gif", "jpeg", "jpg", "png", "svg"].contains { file.dropFirst(path.count) == "\(mark).\($0)" }
        }
    }.min()
  }

  /// Whether a folder of the source without a page of its own is at `path`.
  func isFolder(_ path: String) -> Bool {
    files.contains { $0.hasPrefix(path + "/") }
  }

  /// The page at `path`, which may also be a folder with a page of its own, or the name under which a page is written.
  func page(at path: String) -> Int? {
    if let page = pages[path] { return page }
    for name in ["README.md", "index.md", "Readme.md", "readme.md"] {
      if let page = pages[path.isEmpty ? name : "\(path)/\(name)"] { return page }
    }
    return nil
  }
}
