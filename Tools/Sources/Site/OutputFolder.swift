import Foundation
import Markdown

/// The folder that a site is written to.
///
/// New files are first written beside it. Only when all are there are they moved into place, each in one step, so an
/// error leaves the last good site as it was. Files that did not change are not touched.
struct OutputFolder {
  /// The file that lists what the last build wrote, so that the next one removes only what is its own.
  private static let listName = ".docs-site"

  let root: String
  private let staging: String
  /// Whether nothing is there yet, so that all can be put in place at once.
  private let isNew: Bool
  private var madeFolders: Set<String> = []
  /// Every file of the site, and its stamp.
  private(set) var written: [(path: String, stamp: FileStamp)] = []
  private var changed: [String] = []

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

  /// Takes one file into the new site.
  mutating func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    if !isNew, let stamp = FileBytes.equal(bytes, fileAt: "\(root)/\(path)") {
      written.append((path, stamp))
      return
    }
    changed.append(path)
    let target = "\(staging)/\(path)"
    try makeFolder(SitePath.folder(of: target))
    written.append((path, try FileBytes.save(bytes, to: target)))
  }

  /// Takes files of the old site into the new one as they are.
  mutating func keep(_ files: some Sequence<(path: String, stamp: FileStamp)>) {
    written += files
  }

  /// Puts the new site in the place of the old one. `state` makes what is left for the next build.
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
    // What the state says must be true at every moment, or it must not be there.
    unlink("\(root)/\(BuildState.fileName)")
    madeFolders = []
    try putAll()
    let kept = Set(names)
    for stale in old.split(separator: UInt8(ascii: "\n")).map({ String(decoding: $0, as: UTF8.self) })
    where !kept.contains(stale) && SitePath.resolve(stale, from: "") == stale {
      unlink("\(root)/\(stale)")
      var folder = SitePath.folder(of: stale)
      while !folder.isEmpty, rmdir("\(root)/\(folder)") == 0 { folder = SitePath.folder(of: folder) }
    }
    if isListNew { try put(Self.listName) }
    if state != nil { try put(BuildState.fileName) }
    removeStaging()
  }

  /// Puts all changed files in place, or none: what was there is at hand until the last is.
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
