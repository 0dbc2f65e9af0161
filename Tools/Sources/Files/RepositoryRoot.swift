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
      var candidate = absolute(folder)
      while true {
        if FileStamp.exists(candidate + "/" + name) { return candidate == absolute(".") ? "." : candidate }
        guard candidate != "/", !candidate.isEmpty else { break }
        candidate = candidate.folder
      }
    }
    return path(of: folder, from: ".") == nil ? folder : "."
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
  /// The folder of the file at this path.
  package var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "." }
}
