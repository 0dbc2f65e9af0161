import Files
import CExchange
import Foundation
import Markdown

/// The folder that a site is written to.
///
/// New files are first written beside it, and the rest of the site is linked to them. Then the two folders change places
/// in one step, so that the old site or the new one exists at every moment. If the folder contains other files, or the
/// system cannot do that, the new files are moved into place one by one.
struct OutputFolder {
  /// The file that lists the files of the last build, so that the next one removes only these.
  private static let listName = ".docs-site"

  let root: String
  private let staging: String
  /// Whether nothing is there yet, so that all can be put in place at once.
  private let isNew: Bool
  private var madeFolders: Set<String> = []
  /// Every file of the site, and its stamp.
  private(set) var written: [(path: String, stamp: FileStamp)] = []
  private var changed: [String] = []
  private var names: Set<String> = []

  /// How many files were new or different.
  var changedCount: Int { changed.count }
  /// How many files the site has.
  var fileCount: Int { written.count }

  /// - Throws: a `Diagnostic` when the folder holds something that no build of a site wrote.
  init(root: String) throws(Diagnostic) {
    self.root = root
    staging = root + ".docs-staging"
    let manager = FileManager.default
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

  /// Takes the name of a file that will be saved and added.
  mutating func reserve(_ path: String) throws(Diagnostic) {
    guard names.insert(path).inserted else {
      throw Diagnostic(
        file: path, message: "the site writes a file of this name itself", hint: "give yours another name")
    }
    try makeFolder(SitePath.folder(of: "\(staging)/\(path)"))
  }

  /// A file that has been saved for the new site, or was there as it is.
  struct Saved {
    fileprivate var path: String
    fileprivate var stamp: FileStamp
    fileprivate var isChanged: Bool
  }

  /// Saves a file whose name is reserved. May be called on several threads at once.
  func save(_ bytes: [UInt8], to path: String) throws(Diagnostic) -> Saved {
    if !isNew, let stamp = FileBytes.equal(bytes, fileAt: "\(root)/\(path)") {
      return Saved(path: path, stamp: stamp, isChanged: false)
    }
    return Saved(path: path, stamp: try FileBytes.save(bytes, to: "\(staging)/\(path)"), isChanged: true)
  }

  mutating func add(_ file: Saved) {
    written.append((file.path, file.stamp))
    if file.isChanged { changed.append(file.path) }
  }

  /// Replaces the old site by the new one. `state` makes the state for the next build.
  mutating func commit(state: ([(path: String, stamp: FileStamp)]) -> [UInt8]?) throws(Diagnostic) {
    let names = written.map(\.path).sorted()
    let list = Array(names.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
    let old = isNew ? [] : (try? Source(path: "\(root)/\(Self.listName)"))?.bytes ?? []
    let isListNew = isNew || list != old
    try makeFolder(staging)
    if isListNew { _ = try FileBytes.save(list, to: "\(staging)/\(Self.listName)") }
    let state = state(written)
    if let state { _ = try FileBytes.save(state, to: "\(staging)/\(BuildState.fileName)") }
    if isNew {
      try makeFolder(SitePath.folder(of: root))
      guard rename(staging, root) == 0 else { throw FileBytes.problem(root, "cannot be put in place") }
      return
    }
    let oldNames = old.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    if try !exchange(oldNames, isListNew: isListNew, hasState: state != nil) {
      try putEach(oldNames, names: names, isListNew: isListNew, hasState: state != nil)
    }
    removeStaging()
  }

  /// Puts the whole new site in the place of the old one, in one step. False where that cannot be: where the folder holds
  /// files that no build wrote, or the system does not exchange folders.
  private mutating func exchange(_ old: [String], isListNew: Bool, hasState: Bool) throws(Diagnostic) -> Bool {
    if changed.isEmpty, !isListNew { return false }
    let own = Set(old + [Self.listName, BuildState.fileName])
    var folders: Set<String> = []
    for path in own {
      var folder = SitePath.folder(of: path)
      while !folder.isEmpty, folders.insert(folder).inserted { folder = SitePath.folder(of: folder) }
    }
    for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init()
    where !own.contains(path) && !folders.contains(path) { return false }
    // A folder that cannot be changed could not be removed afterwards.
    guard folders.allSatisfy({ access("\(root)/\($0)", W_OK | X_OK) == 0 || errno == ENOENT }) else { return false }
    let new = Set(changed)
    for file in written where !new.contains(file.path) {
      let target = "\(staging)/\(file.path)"
      try makeFolder(SitePath.folder(of: target))
      guard link("\(root)/\(file.path)", target) == 0 else { return false }
    }
    if !isListNew, link("\(root)/\(Self.listName)", "\(staging)/\(Self.listName)") != 0 { return false }
    return docs_exchange(staging, root) == 0
  }

  /// Puts each file in place, and keeps the old ones until all are.
  private mutating func putEach(
    _ old: [String], names: [String], isListNew: Bool, hasState: Bool
  ) throws(Diagnostic) {
    // The state must be true at every moment, or must not exist.
    unlink("\(root)/\(BuildState.fileName)")
    madeFolders = []
    try putAll()
    let kept = Set(names)
    for stale in old where !kept.contains(stale) && SitePath.resolve(stale, from: "") == stale {
      unlink("\(root)/\(stale)")
      var folder = SitePath.folder(of: stale)
      while !folder.isEmpty, rmdir("\(root)/\(folder)") == 0 { folder = SitePath.folder(of: folder) }
    }
    if isListNew { try put(Self.listName) }
    if hasState { try put(BuildState.fileName) }
  }

  /// Puts all changed files in place, or none: the old files are kept until the last one is in place.
  private mutating func putAll() throws(Diagnostic) {
    for (number, path) in changed.enumerated() {
      do {
        link("\(root)/\(path)", old(number))
        try put(path)
      } catch {
        for undone in (0..<number).reversed() {
          let target = "\(root)/\(changed[undone])"
          if rename(old(undone), target) != 0 { unlink(target) }
        }
        throw error
      }
    }
  }

  private func old(_ number: Int) -> String { "\(staging)/.old-\(number)" }

  private mutating func put(_ path: String) throws(Diagnostic) {
    let target = "\(root)/\(path)"
    try makeFolder(SitePath.folder(of: target))
    guard rename("\(staging)/\(path)", target) == 0 else { throw FileBytes.problem(target, "cannot be put in place") }
  }

  /// Leaves the old site as it is.
  func abandon() {
    removeStaging()
  }

  private func removeStaging() {
    if access(staging, F_OK) == 0 { try? FileManager.default.removeItem(atPath: staging) }
  }

  private mutating func makeFolder(_ path: String) throws(Diagnostic) {
    guard !path.isEmpty, madeFolders.insert(path).inserted else { return }
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    if errno == ENOENT {
      try makeFolder(SitePath.folder(of: path))
      if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    }
    throw FileBytes.problem(path, "this folder cannot be made")
  }
}

/// Whole files, read and written with as few system calls as there can be.
enum FileBytes {
  /// The stamp of the file at `path` if it holds exactly `bytes`; nil otherwise.
  static func equal(_ bytes: [UInt8], fileAt path: String) -> FileStamp? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size == bytes.count else { return nil }
    if bytes.isEmpty { return FileStamp(status) }
    let isEqual = withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 16) { buffer in
      var filled = 0
      while filled < bytes.count {
        let count = read(file, buffer.baseAddress! + filled, bytes.count - filled)
        guard count > 0 else { return false }
        filled += count
      }
      return bytes.withUnsafeBytes { memcmp($0.baseAddress!, buffer.baseAddress!, bytes.count) == 0 }
    }
    return isEqual ? FileStamp(status) : nil
  }

  /// Writes a new file, and returns its stamp.
  static func save(_ bytes: [UInt8], to path: String) throws(Diagnostic) -> FileStamp {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw problem(path, "cannot be written") }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = write(file, buffer.baseAddress! + done, buffer.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    let reason = errno
    var status = stat()
    fstat(file, &status)
    let isClosed = close(file) == 0
    guard isWritten, isClosed else {
      if !isWritten { errno = reason }
      throw problem(path, "cannot be written")
    }
    return FileStamp(status)
  }

  /// A diagnostic with the reason that the system gave last.
  static func problem(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(file: path, message: "\(message): \(String(cString: strerror(errno)))")
  }
}
