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

  /// Lists the folder. Hidden files and folders are left out, and links to folders are not followed.
  ///
  /// - Throws: a `Diagnostic` when there is no such folder or it cannot be read.
  init(root: String) throws(Diagnostic) {
    self.root = root
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else {
      throw Diagnostic(file: root, message: "there is no such folder", hint: "name a folder of Markdown files")
    }
    guard isFolder.boolValue else {
      throw Diagnostic(file: root, message: "this is a file", hint: "name the folder that it is in")
    }
    try list("")
    pages.sort { SourceTree.precedes($0, $1) }
  }

  private mutating func list(_ folder: String) throws(Diagnostic) {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    let entries: [URL]
    do {
      entries = try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: path, isDirectory: true),
        includingPropertiesForKeys: [.isDirectoryKey, .isSymbolicLinkKey])
    } catch {
      throw Diagnostic(file: path, message: "this folder cannot be read: \((error as NSError).localizedDescription)")
    }
    for entry in entries {
      let name = entry.lastPathComponent
      guard !name.hasPrefix(".") else { continue }
      let relative = folder.isEmpty ? name : "\(folder)/\(name)"
      let values = try? entry.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      if values?.isSymbolicLink == true {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: entry.path, isDirectory: &isFolder), !isFolder.boolValue else {
          continue
        }
      } else if values?.isDirectory == true {
        try list(relative)
        continue
      }
      files.insert(relative)
      guard name.lowercased().hasSuffix(".md") else { continue }
      if relative == "SUMMARY.md" { hasSummary = true } else { pages.append(relative) }
    }
  }

  /// A folder's own page first, then its pages and folders by name, numbers by their value.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    let (left, right) = (one.split(separator: "/"), other.split(separator: "/"))
    for (part, otherPart) in zip(left, right) where part != otherPart {
      let isIndex = left.count > 0 && isIndexName(String(part))
      let isOtherIndex = isIndexName(String(otherPart))
      if isIndex != isOtherIndex { return isIndex }
      switch part.compare(otherPart, options: [.numeric, .caseInsensitive]) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: return part < otherPart
      }
    }
    return left.count < right.count
  }

  /// Whether a file name is that of a folder's own page.
  static func isIndexName(_ name: String) -> Bool {
    ["readme.md", "index.md"].contains(name.lowercased())
  }
}

/// Paths inside the site, always relative and with `/` between their parts.
enum SitePath {
  /// The folder part of a path, without a slash at the end; empty at the top.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Where the page written from the source file at `path` is written to.
  static func output(for path: String) -> String {
    let folder = folder(of: path)
    let name = name(of: path)
    let file = SourceTree.isIndexName(name) ? "index.html" : String(name.dropLast(3)) + ".html"
    return folder.isEmpty ? file : "\(folder)/\(file)"
  }

  /// `path` taken from `folder`, without `.` and `..`; nil when it leads out of the top folder.
  static func resolve(_ path: String, from folder: String) -> String? {
    var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// What leads from a file in `folder` to `path`.
  static func relative(_ path: String, from folder: String) -> String {
    if folder.isEmpty { return path }
    let from = folder.split(separator: "/")
    let to = path.split(separator: "/")
    var shared = 0
    while shared < from.count, shared < to.count - 1, from[shared] == to[shared] { shared += 1 }
    return String(repeating: "../", count: from.count - shared) + to[shared...].joined(separator: "/")
  }
}
