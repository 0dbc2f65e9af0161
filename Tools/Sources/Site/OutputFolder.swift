import Files
import Foundation
import Markdown

/// The folder that a site is written to.
///
/// New files are first written beside it. Then each takes the place of the old one, so that a file that cannot be written
/// leaves the old site whole.
struct OutputFolder {
  /// The file that lists the files of the last build, so that the next one removes only these.
  private static let listName = ".docs-site"

  let root: String
  private let staging: String
  /// Whether nothing is there yet, so that all can be put in place at once.
  private let isNew: Bool
  private var madeFolders: Set<String> = []
  /// Every file of the site.
  private(set) var files: Set<String> = []
  /// The files that are new or different.
  private(set) var changed: [String] = []

  /// - Throws: a `Diagnostic` when the folder holds something that no build of a site wrote.
  init(root: String) throws(Diagnostic) {
    let manager = FileManager.default
    // A link stays, and the site goes to where it leads.
    let root = manager.fileExists(atPath: root) ? URL(fileURLWithPath: root).resolvingSymlinksInPath().path : root
    self.root = root
    staging = root + ".docs-staging"
    isNew = !manager.fileExists(atPath: root)
    if !isNew, !manager.fileExists(atPath: "\(root)/\(Self.listName)") {
      guard let entries = try? manager.contentsOfDirectory(atPath: root) else {
        throw Diagnostic(file: root, message: "this is not a folder that can be read", hint: "name another --output")
      }
      guard entries.isEmpty else {
        throw Diagnostic(
          file: root, message: "this folder holds files that are not a site's", hint: "name an empty or new --output")
      }
    }
    removeStaging()
  }

  /// - Throws: a `Diagnostic` when the folder `output` would be read as a part of the folder `source`.
  static func refuse(_ output: String, inside source: String) throws(Diagnostic) {
    let (inner, outer) = (
      URL(fileURLWithPath: output).standardizedFileURL.path, URL(fileURLWithPath: source).standardizedFileURL.path
    )
    guard inner == outer || inner.hasPrefix(outer == "/" ? outer : outer + "/") else { return }
    // Hidden folders are not read.
    guard !inner.dropFirst(outer.count).contains("/.") else { return }
    throw Diagnostic(
      file: output, message: "the site would be written among its own pages",
      hint: "name an --output outside of \(source)")
  }

  /// Takes one file into the new site.
  ///
  /// - Throws: a `Diagnostic` when there is a file of that name already.
  mutating func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    try reserve(path)
    add(try save(bytes, to: path))
  }

  /// Takes the name of a file that will be saved and added.
  mutating func reserve(_ path: String) throws(Diagnostic) {
    guard files.insert(path).inserted else {
      throw Diagnostic(
        file: path, message: "the site writes a file of this name itself", hint: "give yours another name")
    }
    try makeFolder(SitePath.folder(of: "\(staging)/\(path)"))
  }

  /// Saves a file whose name is reserved, and returns it if it is new or different. May be called on several threads at
  /// once.
  func save(_ bytes: [UInt8], to path: String) throws(Diagnostic) -> String? {
    if !isNew, FileBytes.read("\(root)/\(path)") == bytes { return nil }
    let target = "\(staging)/\(path)"
    guard FileBytes.write(bytes, to: target) else { throw problem(target, "cannot be written") }
    return path
  }

  mutating func add(_ saved: String?) {
    if let saved { changed.append(saved) }
  }

  /// Replaces the old site by the new one.
  mutating func commit() throws(Diagnostic) {
    let list = "\(root)/\(Self.listName)"
    let old = (FileBytes.read(list) ?? []).split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    try write(Array((files.sorted().joined(separator: "\n") + "\n").utf8), to: Self.listName)
    if isNew {
      try makeFolder(SitePath.folder(of: root))
      guard rename(staging, root) == 0 else { throw problem(root, "cannot be put in place") }
      return
    }
    // All that may fail comes first, so that the old site stays whole.
    madeFolders = []
    for path in changed {
      let target = "\(root)/\(path)"
      let folder = SitePath.folder(of: target)
      try makeFolder(folder)
      let isWritable = access(folder, W_OK | X_OK) == 0
      if isWritable { errno = EISDIR }
      guard isWritable, !FileStamp(path: target).isFolder else { throw problem(target, "cannot be put in place") }
    }
    for path in changed {
      let target = "\(root)/\(path)"
      guard rename("\(staging)/\(path)", target) == 0 else { throw problem(target, "cannot be put in place") }
    }
    for stale in old where !files.contains(stale) && SitePath.resolve(stale, from: "") == stale {
      unlink("\(root)/\(stale)")
      var folder = SitePath.folder(of: stale)
      while !folder.isEmpty, rmdir("\(root)/\(folder)") == 0 { folder = SitePath.folder(of: folder) }
    }
  }

  /// Removes what was not put in place.
  func removeStaging() {
    if access(staging, F_OK) == 0 { try? FileManager.default.removeItem(atPath: staging) }
  }

  private mutating func makeFolder(_ path: String) throws(Diagnostic) {
    guard !path.isEmpty, madeFolders.insert(path).inserted else { return }
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    if errno == ENOENT {
      try makeFolder(SitePath.folder(of: path))
      if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    }
    throw problem(path, "this folder cannot be made")
  }

  /// A diagnostic with the reason that the system gave last.
  private func problem(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(file: path, message: "\(message): \(String(cString: strerror(errno)))")
  }
}
