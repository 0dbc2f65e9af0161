import Foundation
import Site

/// A folder of Markdown and the site that is built from it, removed when the test ends.
final class SiteFolder {
  let root: String
  var output: String { root + "/out" }

  /// Writes `files`, whose keys are paths in the folder.
  init(_ files: [String: String]) throws {
    root = NSTemporaryDirectory() + "site-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  func write(_ data: Data, to path: String) throws {
    let file = URL(fileURLWithPath: "\(root)/in/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(root)/in/\(path)")
  }

  @discardableResult
  func build() -> SiteBuilder.Report {
    SiteBuilder(source: root + "/in", output: output).build()
  }

  /// The problems of a build, one line each, without the folder's own path.
  func problems() -> [String] {
    build().problems.map { $0.summary.replacingOccurrences(of: root + "/", with: "") }
  }

  /// A file of the site, or nil when it was not written.
  func page(_ path: String) -> String? {
    try? String(contentsOfFile: "\(output)/\(path)", encoding: .utf8)
  }

  /// Every file of the site with its bytes, without what builds leave for the next one.
  func everything() -> [String: Data] {
    var all: [String: Data] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: output) ?? .init() {
      if let data = FileManager.default.contents(atPath: "\(output)/\(path)") { all[path] = data }
    }
    return all
  }
}
