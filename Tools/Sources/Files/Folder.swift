import Foundation

/// The direct contents of a folder, without hidden files unless they are asked for.
package struct Folder {
  package enum Kind {
    case file, folder
    /// A link, something else, or an entry whose kind the file system does not report here.
    case unknown
  }

  /// In the order of the bytes of their names.
  package private(set) var entries: [(name: String, kind: Kind)] = []

  package var names: [String] { entries.map(\.name) }

  /// The files below the folder at `path`. A folder that links lead to again is read once.
  package static func files(below path: String, withHidden: Bool = false) -> [String] {
    var seen: Set<String> = []
    func files(below path: String) -> [String] {
      guard seen.insert(RepositoryRoot.absolute(path)).inserted else { return [] }
      return (Folder(path, withHidden: withHidden)?.entries ?? []).flatMap { name, kind in
        let path = "\(path)/\(name)"
        let isFolder = kind == .folder || kind == .unknown && FileStamp(path: path).isFolder
        return isFolder ? files(below: path) : [path]
      }
    }
    return files(below: path)
  }

  /// The ends of the names of what tools keep for themselves, which is never listed.
  private static let ofTools = [".", ".build", ".git", ".swiftpm", ".DS_Store", ".swp"]

  /// Nil when the folder cannot be read; `errno` says why.
  package init?(_ path: String, withHidden: Bool = false) {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") || withHidden && !Self.ofTools.contains(where: name.hasSuffix) else { continue }
      let type = Int32(entry.pointee.d_type)
      entries.append((name, type == Int32(DT_REG) ? .file : type == Int32(DT_DIR) ? .folder : .unknown))
    }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
