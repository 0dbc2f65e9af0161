import Files
import Foundation
import Markdown

/// The files that a list of paths and patterns names.
///
/// A pattern is a path whose parts may contain `*`; a folder means all files in it. Hidden files are left out. A folder
/// that is reached in two ways, by a link for example, is read once.
struct Documents {
  /// Those of Markdown.
  static let endings = [".md", ".markdown"]

  private(set) var files: [String] = []
  /// Folders that cannot be read, and patterns that name nothing.
  private(set) var problems: [Diagnostic] = []
  private let root: String
  private let endings: [String]
  /// Whether names may be written in capitals or not.
  private let ignoresCase: Bool
  /// Paths are compared byte by byte: two that differ only by their normalisation are two files.
  private var seen: Set<[UInt8]> = []
  private var folders: Set<[UInt8]> = []

  /// Finds the files below `root` with one of `endings`, relative to `root`, each once, sorted within each pattern.
  ///
  /// - Parameter isConfigured: whether the configuration contains the patterns, so that each must match a file.
  init(matching patterns: [String], endings: [String], root: String, isConfigured: Bool) {
    (self.root, self.endings, ignoresCase) = (root, endings, !isConfigured)
    for pattern in patterns {
      let paths = expand(pattern.split(separator: "/").filter { $0 != "." }, below: "")
      for path in paths { add(path) }
      guard isConfigured, !paths.contains(where: holdsFile) else { continue }
      let kinds = endings.joined(separator: " or ")
      problems.append(
        Diagnostic(
          file: RepositoryRoot.settings,
          message: paths.isEmpty
            ? "there is no '\(pattern)' in which to look for examples" : "there is no \(kinds) file in '\(pattern)'",
          hint: "correct the path, or remove it"))
    }
  }

  /// The documents and Swift files below `root` with fences of Swift that are not among `files`.
  static func unread(besides files: [String], root: String) -> [String] {
    let code = [".swift", ".h"]
    let all = Documents(
      matching: [".", ".github", ".gitlab", ".docs"],
      endings: endings + [".mdown", ".mkd", ".mdx", ".tutorial"] + code, root: root, isConfigured: true)
    let known = Set(files)
    return all.files.filter { path in
      guard !known.contains(path), let bytes = FileBytes.read(root + "/" + path), DocComment.mayHoldFences(bytes),
        let source = try? Source(name: path, bytes: bytes)
      else { return false }
      let isCode = code.contains(where: path.hasSuffix)
      let found = isCode ? FileExamples(docComments: source, modules: []) : FileExamples(Document(source))
      return !found.examples.isEmpty || !found.problems.isEmpty
    }
  }

  private func holdsFile(_ path: String) -> Bool {
    files.contains { path.isEmpty || $0 == path || $0.hasPrefix(path + "/") }
  }

  private mutating func expand(_ parts: [Substring], below folder: String) -> [String] {
    guard let part = parts.first else { return [folder] }
    func folded(_ text: some StringProtocol) -> String { ignoresCase ? text.lowercased() : String(text) }
    let names =
      ignoresCase || part.contains("*")
      ? self.names(in: folder).filter { fnmatch(folded(part), folded($0), 0) == 0 } : [String(part)]
    let paths = names.map { folder.isEmpty ? $0 : folder + "/" + $0 }
    return paths.filter { FileStamp.exists(root + "/" + $0) }.flatMap { expand(Array(parts.dropFirst()), below: $0) }
  }

  private mutating func add(_ path: String) {
    let stamp = FileStamp(path: root + "/" + path)
    guard stamp.exists else { return }
    guard stamp.isFolder else {
      guard endings.contains(where: path.lowercased().hasSuffix), seen.insert(Array(path.utf8)).inserted else { return }
      return files.append(path)
    }
    guard folders.insert(Array(RepositoryRoot.absolute(root + "/" + path).utf8)).inserted else { return }
    for name in names(in: path) { add(path.isEmpty ? name : path + "/" + name) }
  }

  private mutating func names(in folder: String) -> [String] {
    guard FileStamp(path: root + "/" + folder).isFolder else { return [] }
    if let folder = Folder(root + "/" + folder) { return folder.names }
    problems.append(
      Diagnostic(
        file: folder.isEmpty ? "." : folder, message: "this folder cannot be read",
        hint: "make it readable, or remove it from \(RepositoryRoot.settings)"))
    return []
  }
}
