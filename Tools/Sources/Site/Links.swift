import Foundation
import Markdown
import Pages

/// Turns the addresses in one page into addresses in the site, and keeps what must be checked when all pages are known.
struct Links: LinkResolver {
  /// A link to a heading, to be checked once every page has been read.
  struct AnchorUse {
    let reference: Reference
    let page: Int
    let anchor: String
  }

  let source: Source
  /// The path of the page that is being written, inside the source folder.
  let path: String
  let targets: LinkTargets
  private(set) var anchors: [AnchorUse] = []
  /// Files that must be copied into the site.
  private(set) var files: Set<String> = []
  /// Files of the repository that are linked to, from the source folder.
  private(set) var outside: Set<String> = []
  private(set) var problems: [Diagnostic] = []
  /// The uses of symbols in examples that were checked.
  private(set) var uses: [(symbol: Int, heading: Page.Heading?)] = []
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
    guard let reference = targets.reference else { return nil }
    let index = reference.index
    let symbol = isRequired ? index.symbol(linked: code.address) : index.symbol(meantBy: code.address)
    if let symbol { return reference.address(of: symbol, from: folder) }
    if let module = reference.address(ofModule: code.address, from: folder) { return module }
    if isRequired { problems.append(reference.missing(code, in: source)) }
    return nil
  }

  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Page.Heading?) -> [String?] {
    guard let reference = targets.reference else { return words.map { _ in nil } }
    let symbols = CodeNames(index: reference.index, library: reference.library).symbols(of: words)
    if isVerified {
      uses += zip(words, symbols).compactMap { word, symbol in
        CodeNames.common.contains(word.text) ? nil : symbol.map { ($0, heading) }
      }
    }
    return symbols.map { $0.flatMap { reference.address(of: $0, from: folder) } }
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
    if !fragment.isEmpty { anchors.append(AnchorUse(reference: reference, page: page, anchor: fragment)) }
    return "#" + fragment
  }

  private mutating func file(_ path: String, fragment: String?, _ reference: Reference) -> String? {
    let decoded = path.utf8.contains(UInt8(ascii: "%")) ? path.removingPercentEncoding ?? path : path
    guard let target = SitePath.resolve(decoded, from: folder) else {
      return outside(decoded, fragment: fragment, reference)
    }
    if let page = targets.page(at: target), !reference.isImage {
      let address = SitePath.relative(targets.outputs[page], from: folder)
      guard let fragment, !fragment.isEmpty else { return Links.encoded(address) }
      anchors.append(AnchorUse(reference: reference, page: page, anchor: fragment))
      return Links.encoded(address) + "#" + fragment
    }
    if targets.files.contains(target) {
      files.insert(target)
      return Links.encoded(SitePath.relative(target, from: folder)) + (fragment.map { "#" + $0 } ?? "")
    }
    let kind = reference.isImage ? "image" : target.hasSuffix(".md") || !target.contains(".") ? "page" : "file"
    report(reference, "there is no \(kind) “\(path)”", hint: suggestion(for: target, isImage: reference.isImage))
    return nil
  }

  /// A link to a file of the repository that is not part of the site.
  private mutating func outside(_ path: String, fragment: String?, _ reference: Reference) -> String? {
    guard let repository = targets.repository,
      let inRepository = SitePath.resolve(path, from: targets.sourceInRepository + "/" + folder)
    else {
      report(reference, "“\(path)” leads out of the site", hint: "link to a page of the site or to a web address")
      return nil
    }
    guard FileManager.default.fileExists(atPath: "\(repository.root)/\(inRepository)") else {
      report(reference, "there is no file “\(inRepository)” in the repository", hint: nil)
      return nil
    }
    outside.insert(folder.isEmpty ? path : "\(folder)/\(path)")
    guard let base = repository.fileAddress else {
      report(
        reference, "“\(inRepository)” is not part of the site",
        hint: "name the repository in \(Configuration.fileName), so that this can link to it")
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
    let place = ReferencePlace.find(
      reference.address, line: reference.line, column: reference.column, endLine: reference.endLine, in: source)
    return Diagnostic(
      in: source, line: place.line, column: place.column, length: max(reference.address.utf8.count, 1),
      message: message, hint: hint)
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
    self.repository = repository
    self.reference = reference
    sourceInRepository = repository?.path(of: tree.root) ?? ""
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
