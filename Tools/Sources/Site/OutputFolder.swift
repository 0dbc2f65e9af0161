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
  private var madeFolders: Set<String> = []
  private var written: [String] = []
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
    if manager.fileExists(atPath: root), !manager.fileExists(atPath: "\(root)/\(Self.listName)") {
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
    written.append(path)
    if FileBytes.equal(bytes, fileAt: "\(root)/\(path)") { return }
    changed.append(path)
    let target = "\(staging)/\(path)"
    try makeFolder(SitePath.folder(of: target))
    try FileBytes.save(bytes, to: target)
  }

  /// Puts the new site in the place of the old one.
  mutating func commit() throws(Diagnostic) {
    let list = Array(written.sorted().joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
    let listPath = "\(root)/\(Self.listName)"
    let old = (try? Source(path: listPath))?.bytes ?? []
    guard !changed.isEmpty || list != old else { return removeStaging() }
    madeFolders = []
    for path in changed {
      let target = "\(root)/\(path)"
      try makeFolder(SitePath.folder(of: target))
      guard rename("\(staging)/\(path)", target) == 0 else {
        throw FileBytes.problem(target, "cannot be put in place")
      }
    }
    try makeFolder(root)
    let kept = Set(written)
    for stale in old.split(separator: UInt8(ascii: "\n")).map({ String(decoding: $0, as: UTF8.self) })
    where !kept.contains(stale) && SitePath.resolve(stale, from: "") == stale {
      unlink("\(root)/\(stale)")
      var folder = SitePath.folder(of: stale)
      while !folder.isEmpty, rmdir("\(root)/\(folder)") == 0 { folder = SitePath.folder(of: folder) }
    }
    try FileBytes.save(list, to: listPath + ".new")
    guard rename(listPath + ".new", listPath) == 0 else { throw FileBytes.problem(listPath, "cannot be put in place") }
    removeStaging()
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
  /// Whether the file at `path` holds exactly `bytes`.
  static func equal(_ bytes: [UInt8], fileAt path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size == bytes.count else { return false }
    if bytes.isEmpty { return true }
    return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 16) { buffer in
      var filled = 0
      while filled < bytes.count {
        let count = read(file, buffer.baseAddress! + filled, bytes.count - filled)
        guard count > 0 else { return false }
        filled += count
      }
      return bytes.withUnsafeBytes { memcmp($0.baseAddress!, buffer.baseAddress!, bytes.count) == 0 }
    }
  }

  /// Writes a new file.
  static func save(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
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
    let isClosed = close(file) == 0
    guard isWritten, isClosed else {
      if !isWritten { errno = reason }
      throw problem(path, "cannot be written")
    }
  }

  /// A diagnostic with the reason that the system gave last.
  static func problem(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(file: path, message: "\(message): \(String(cString: strerror(errno)))")
  }
}
