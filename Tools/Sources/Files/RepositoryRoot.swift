import Foundation

/// Finds the folder that a command works in.
package enum RepositoryRoot {
  /// The file of settings at the root.
  package static let settings = ".docs.json"

  /// `given`, if it is not nil. Otherwise the nearest folder around `folder` that has a `.docs.json`, else the
  /// nearest that has a `Package.swift`, else the current folder if `folder` is in it, or `folder` itself.
  package static func find(given: String?, around folder: String = ".") -> String {
    if let given { return given }
    for name in [settings, "Package.swift"] {
      if let found = nearest(with: name, around: folder) { return found == absolute(".") ? "." : found }
    }
    return path(of: folder, from: ".") == nil ? folder : "."
  }

  /// The nearest folder around `folder`, or itself, that has a file or folder of that name.
  package static func nearest(with name: String, around folder: String) -> String? {
    var candidate = absolute(folder)
    while !FileStamp.exists("\(candidate)/\(name)") {
      guard candidate != "/", !candidate.isEmpty else { return nil }
      candidate = candidate.folder
    }
    return candidate
  }

  /// `path` without links in it.
  package static func absolute(_ path: String) -> String {
    let real = realpath(path, nil)
    defer { free(real) }
    return real.map { String(cString: $0) } ?? URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// The path of `file` from `root`; nil where it is not below it.
  package static func path(of file: String, from root: String) -> String? {
    if root == ".", !file.hasPrefix("/"), !file.hasPrefix(".") { return file }
    func below(_ file: String, _ root: String) -> String? {
      file.hasPrefix(root + "/") ? String(file.dropFirst(root.count + 1)) : nil
    }
    // A link below the root is known by its own name.
    let (file, root) = (URL(fileURLWithPath: file).standardizedFileURL.path, absolute(root))
    return below(file, root) ?? below(absolute(file), root)
  }
}

extension String {
  /// The folder of the file at this path, without a slash at the end; empty if it names none.
  package var folder: String { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? "" }

  /// The last part of this path.
  package var fileName: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
  }
}
