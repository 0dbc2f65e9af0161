import CExchange
import Files
import Foundation
import Markdown

/// The folder that a site is written to.
///
/// New files are first written beside it, and the files that stay are linked to them. Then the two folders change places
/// in one step, so that the old site or the new one exists at every moment.
struct OutputFolder {
  /// The file that lists the files of the last build, so that the next one removes only these.
  private static let listName = ".docs-site"

  let root: String
  private let staging: String
  /// Whether nothing is there yet, so that all can be put in place at once.
  private let isNew: Bool
  private var madeFolders: Set<String> = []
  /// Every file of the site.
  private var written: [String] = []
  private var changed: [String] = []
  /// What each file is made from; nil for one that every site has. Pages are told apart by lower case, as some file systems
  /// do.
  private var sources: [String: String?] = [:]

  /// How many files were new or different.
  var changedCount: Int { changed.count }
  /// How many files the site has.
  var fileCount: Int { written.count }

  /// - Throws: a `Diagnostic` when the folder holds something that no build of a site wrote.
  init(root: String) throws(Diagnostic) {
    let manager = FileManager.default
    // A link stays, and the site goes to where it leads.
    let root = manager.fileExists(atPath: root) ? URL(fileURLWithPath: root).resolvingSymlinksInPath().path : root
    self.root = root
    staging = root + ".docs-staging"
    isNew = !manager.fileExists(atPath: root)
    if !isNew, !manager.fileExists(atPath: "\(root)/\(Self.listName)") {
      let entries = try? manager.contentsOfDirectory(atPath: root)
      guard let entries else {
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
    try add(save(bytes, to: path))
  }

  /// Takes the name of a file that will be saved and added, made from the page `source`.
  ///
  /// - Throws: a `Diagnostic` when there is a file of that name already.
  mutating func reserve(_ path: String, for source: String? = nil) throws(Diagnostic) {
    if let other = sources.updateValue(source, forKey: source == nil ? path : path.lowercased()) {
      guard let source, let other else {
        throw Diagnostic(
          file: path, message: "the site writes a file of this name itself", hint: "give yours another name")
      }
      throw Diagnostic(
        file: source, message: "this page and \(other) would both be written to \(path)", hint: "rename one of them")
    }
    try makeFolder("\(staging)/\(path)".folder)
  }

  /// A file that has been saved for the new site, or was there as it is.
  struct Saved {
    fileprivate var path: String
    fileprivate var isChanged: Bool
  }

  /// Saves a file whose name is reserved. May be called on several threads at once.
  func save(_ bytes: [UInt8], to path: String) throws(Diagnostic) -> Saved {
    if !isNew, FileBytes.read("\(root)/\(path)") == bytes { return Saved(path: path, isChanged: false) }
    let target = "\(staging)/\(path)"
    guard FileBytes.write(bytes, to: target) else { throw problem(target, "cannot be written") }
    return Saved(path: path, isChanged: true)
  }

  mutating func add(_ file: Saved) {
    written.append(file.path)
    if file.isChanged { changed.append(file.path) }
  }

  /// Replaces the old site by the new one.
  mutating func commit() throws(Diagnostic) {
    let list = written.sorted().joined(separator: "\n") + "\n"
    let old = (try? Source(path: "\(root)/\(Self.listName)"))?.bytes.split(separator: UInt8(ascii: "\n")) ?? []
    try write(Array(list.utf8), to: Self.listName)
    if isNew {
      try makeFolder(root.folder)
      guard rename(staging, root) == 0 else { throw problem(root, "cannot be put in place") }
      return
    }
    guard !changed.isEmpty else { return }
    // What is in a folder that must not be changed could not be removed later.
    for path in changed where access("\(root)/\(path)".folder, W_OK) != 0 && errno == EACCES {
      throw problem("\(root)/\(path)", "cannot be replaced")
    }
    try keepFiles(old.map { String(decoding: $0, as: UTF8.self) })
    if docs_exchange(staging, root) == 0 { return }
    // Where the system cannot exchange folders, there is no site for a moment.
    let aside = root + ".docs-old"
    guard rename(root, aside) == 0 else { throw problem(root, "cannot be put in place") }
    guard rename(staging, root) == 0 else {
      defer { rename(aside, root) }
      throw problem(root, "cannot be put in place")
    }
    rename(aside, staging)
  }

  /// Takes what stays of the old site, whose files are `old`: the files that are the same, and those that no build wrote.
  private mutating func keepFiles(_ old: [String]) throws(Diagnostic) {
    let manager = FileManager.default
    let same = Set(written).subtracting(changed)
    var own = Set(old + changed)
    for path in old {
      var folder = path.folder
      while !folder.isEmpty, own.insert(folder).inserted { folder = folder.folder }
    }
    for case let path as String in manager.enumerator(atPath: root) ?? .init()
    where same.contains(path) || !own.contains(path) {
      let (file, target) = ("\(root)/\(path)", "\(staging)/\(path)")
      let isFolder = !same.contains(path) && FileStamp(path: file).isFolder && !FileStamp.isLink(file)
      try makeFolder(isFolder ? target : target.folder)
      if isFolder || link(file, target) == 0 { continue }
      guard (try? manager.copyItem(atPath: file, toPath: target)) != nil else { throw problem(file, "cannot be kept") }
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
      try makeFolder(path.folder)
      if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    }
    throw problem(path, "this folder cannot be made")
  }

  /// A diagnostic with the reason that the system gave last.
  private func problem(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(file: path, message: "\(message): \(String(cString: strerror(errno)))")
  }
}
