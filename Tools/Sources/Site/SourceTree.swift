import Files
import Foundation
import Markdown

/// The files under the folder that a site is built from. All paths are relative to it, with `/` between their parts.
struct SourceTree {
  /// The folder, without a slash at the end.
  let root: String
  /// The Markdown pages in the order of their paths; `SUMMARY.md` is not among them.
  private(set) var pages: [String] = []
  /// Every file there is, pages included.
  private(set) var files: Set<String> = []
  private(set) var hasSummary = false

  private var excluded: Set<String>
  /// Whether all documents are pages. Otherwise, files that no site can have are left out, as no page may need them.
  private let isWhole: Bool

  /// Lists the folder, without what is `excluded`. Hidden files and folders are left out, and links to folders are not followed.
  /// Where there are `pages`, no other document is one.
  ///
  /// - Throws: a `Diagnostic` when there is no such folder or it cannot be read.
  init(root: String, excluding excluded: [String] = [], pages wanted: [String]? = nil) throws(Diagnostic) {
    (self.root, isWhole) = (root, wanted == nil)
    self.excluded = Set(excluded.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
    let stamp = FileStamp(path: root)
    guard stamp.exists else {
      throw Diagnostic(file: root, message: "there is no such folder", hint: "name a folder of Markdown files")
    }
    guard stamp.isFolder else {
      throw Diagnostic(file: root, message: "this is a file", hint: "name the folder that it is in")
    }
    try list("")
    if let wanted { pages = pages.filter(Set(wanted).contains) }
    let ordered = pages.map { (order: SourceTree.order(of: $0), path: $0) }.sorted { first, second in
      first.order == second.order ? first.path < second.path : first.order.lexicographicallyPrecedes(second.order)
    }
    pages = ordered.map(\.path)
  }

  /// The path of a file from the current folder.
  func file(_ path: String) -> String { root == "." ? path : "\(root)/\(path)" }

  /// The kind of the file at `path` inside the folder, if it is not listed because a part of its path is hidden.
  func hidden(at path: String) -> Folder.Kind? {
    let file = "\(root)/\(path)"
    guard path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      RepositoryRoot.absolute(file).hasPrefix(RepositoryRoot.absolute(root) + "/"), FileStamp.exists(file)
    else { return nil }
    return try? kind(of: file, told: .unknown)
  }

  private mutating func list(_ folder: String) throws(Diagnostic) {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    guard let listing = Folder(path) else {
      throw Diagnostic(file: path, message: "this folder cannot be read: \(String(cString: strerror(errno)))")
    }
    for (name, told) in listing.entries {
      guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{FFFD}" }) else {
        if !isWhole { continue }
        throw Diagnostic(
          file: path, message: "the name \(name.debugDescription) cannot be part of an address", hint: "rename it")
      }
      let relative = folder.isEmpty ? name : "\(folder)/\(name)"
      if excluded.contains(relative) { continue }
      switch try kind(of: "\(root)/\(relative)", told: told) {
      case .folder: try list(relative)
      case .file:
        guard files.insert(relative).inserted else {
          throw Diagnostic(
            file: path, message: "two files are named “\(name)”, with letters that are composed in different ways",
            hint: "rename one of them")
        }
        guard name.utf8.count > 3, name.suffix(3).lowercased() == ".md" else { continue }
        if relative == "SUMMARY.md" { hasSummary = true } else { pages.append(relative) }
      case .unknown: continue
      }
    }
  }

  /// Links count as what they lead to, except that those to folders are not followed.
  private func kind(of path: String, told: Folder.Kind) throws(Diagnostic) -> Folder.Kind {
    guard told == .unknown else { return told }
    var status = stat()
    guard stat(path, &status) == 0 else { return .unknown }
    let isLink = FileStamp.isLink(path)
    if status.st_mode & S_IFMT == S_IFDIR { return isLink ? .unknown : .folder }
    guard status.st_mode & S_IFMT == S_IFREG else { return .unknown }
    guard !isLink || RepositoryRoot.absolute(path).hasPrefix(RepositoryRoot.absolute(root) + "/") else {
      if !isWhole { return .unknown }
      throw Diagnostic(
        file: path, message: "this link points outside the folder “\(root)”",
        hint: "put a copy of the file in its place")
    }
    return .file
  }

  /// Sorts a page: a folder's own page first, then its pages and folders by name, numbers by their value.
  private static func order(of path: String) -> [String] {
    let name = path.fileName
    return path.split(separator: "/").map { part in
      if part == name, isIndexName(name) { return "" }
      var (order, number) = ("", "")
      for character in part.lowercased() + "/" {
        if ("0"..."9").contains(character) {
          number.append(character)
          continue
        }
        if !number.isEmpty { order += String(repeating: "0", count: max(20 - number.count, 0)) + number }
        number = ""
        if character != "/" { order.append(character) }
      }
      return order
    }
  }

  /// Whether a file name is that of a folder's own page.
  static func isIndexName(_ name: String) -> Bool {
    guard name.utf8.count == 9 || name.utf8.count == 8 else { return false }
    return ["readme.md", "index.md"].contains(name.lowercased())
  }
}

/// Paths inside the site, always relative and with `/` between their parts.
enum SitePath {
  private static let slash = UInt8(ascii: "/")

  /// Where the page written from the source file at `path` is written to.
  static func output(for path: String) -> String {
    let (folder, name) = (path.folder, path.fileName)
    let file = SourceTree.isIndexName(name) ? "index.html" : String(name.dropLast(3)) + ".html"
    return folder.isEmpty ? file : "\(folder)/\(file)"
  }

  /// `path` taken from `folder`, without `.` and `..`; nil when it leads out of the top folder.
  static func resolve(_ path: String, from folder: String) -> String? {
    var parts = path.utf8.first == slash ? [] : folder.utf8.split(separator: slash)
    for part in path.utf8.split(separator: slash) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.map { Substring($0) }.joined(separator: "/")
  }

  /// The relative address from a file in `folder` to `path`.
  static func relative(_ path: String, from folder: String) -> String {
    if folder.isEmpty { return path }
    if path.hasPrefix(folder), path.utf8.count > folder.utf8.count,
      path.utf8[path.utf8.index(path.startIndex, offsetBy: folder.utf8.count)] == UInt8(ascii: "/")
    {
      return String(path.utf8.dropFirst(folder.utf8.count + 1))!
    }
    let from = folder.utf8.split(separator: slash)
    let to = path.utf8.split(separator: slash)
    var shared = 0
    while shared < from.count, shared < to.count - 1, from[shared].elementsEqual(to[shared]) { shared += 1 }
    return String(repeating: "../", count: from.count - shared)
      + to[shared...].map { Substring($0) }.joined(separator: "/")
  }
}
